import type { AnswerByLink, LinkedAnswer, LinkedEvent } from "#contract/notifications/answer-links.ts";
import { API } from "#contract/paths.ts";
import type { Problem } from "#contract/problem.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { withReference } from "#text/errors/server-errors.ts";
import { answerLinkText } from "#text/event/answer-effect.ts";
import { calendarFileName } from "#text/event/event-page.ts";
import { element } from "./elements.ts";
import { answeredView, errorAlert, questionView, failedView, loadingView, withFamily, deadLinkView } from "./views.ts";

/** The page to which the answer buttons in mails lead. Opening it changes nothing: only a press on the page answers. */

interface PageLink {
  readonly token: string;
  /** The answer that was pressed in the mail. */
  readonly preselected: Answer | null;
  /** The id of the entrusted person for whom it was pressed; `null`: for the link's own person. */
  readonly preselectedFor: string | null;
}

function readParameters(text: string): PageLink | null {
  const parameters = new URLSearchParams(text);
  const token = parameters.get("t") ?? "";
  const answer = parameters.get("r");
  const preselected = answer === "present" || answer === "absent" ? answer : null;
  return token === "" ? null : { token, preselected, preselectedFor: parameters.get("p") };
}

/**
 * Reads the token, and moves it from the query to the fragment. A fragment is never sent to a server, so no reload,
 * proxy or `Referer` header repeats the token. A reload still finds it.
 */
function takePageLink(): PageLink | null {
  const { search, hash, pathname } = location;
  const link = readParameters(search);
  if (link === null) return readParameters(hash.slice(1));
  history.replaceState(history.state, "", `${pathname}#${search.slice(1)}`);
  return link;
}

/** Decodes the event's id from a token without checking the signature. `null`: the token has another form. */
function eventIdOf(token: string): string | null {
  try {
    const [content = ""] = token.split(".");
    const parts: unknown = JSON.parse(atob(content.replaceAll("-", "+").replaceAll("_", "/")));
    return Array.isArray(parts) && typeof parts[1] === "string" ? parts[1] : null;
  } catch {
    return null;
  }
}

/** Enough for a phone that is changing from one network to another. */
const TIMEOUT_MS = 20_000;

type Failure =
  /** Nobody can answer by the link: it is invalid (`unknown`), or its event is over. */
  | { readonly status: "unusable"; readonly why: "unknown" | "over" }
  /** `reason`: the sentence to show, from the server's response, or that there was no response. */
  | { readonly status: "failed"; readonly reason: string };

type Outcome<Value> = { readonly status: "done"; readonly value: Value } | Failure;

async function failureOf(response: Response): Promise<Failure> {
  // A proxy may respond instead of the server, in HTML.
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (problem?.code === "answer_link.void") return { status: "unusable", why: "unknown" };
  if (problem?.code === "answer_link.over") return { status: "unusable", why: "over" };
  const { code, detail, requestId } = problem ?? {};
  if (typeof detail !== "string") return { status: "failed", reason: answerLinkText.unreachable };
  return { status: "failed", reason: code === "server.failure" ? withReference(detail, requestId) : detail };
}

/** Posts JSON to the API. Without cookies: the token grants the right to answer. */
async function post<Value>(path: string, body: unknown): Promise<Outcome<Value>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return await failureOf(response);
    return { status: "done", value: (await response.json()) as Value };
  } catch {
    return { status: "failed", reason: answerLinkText.unreachable };
  }
}

function sendAnswer(answer: AnswerByLink): Promise<Outcome<LinkedAnswer>> {
  return post(API.answerByLink, answer);
}

function show(view: readonly HTMLElement[]): void {
  document.querySelector("main")?.replaceChildren(...view);
  const heading = document.querySelector("h1")?.textContent ?? answerLinkText.title;
  document.title = `${heading} · Diapason`;
}

/** Saves the event as a calendar file. @returns whether it succeeded */
async function download(linked: LinkedAnswer): Promise<boolean> {
  try {
    const { eventFileText } = await import("./event-file.ts");
    const href = URL.createObjectURL(new Blob([eventFileText(linked)], { type: "text/calendar" }));
    element("a", { href, download: calendarFileName(linked.event) }).click();
    URL.revokeObjectURL(href);
    return true;
  } catch {
    return false;
  }
}

function hasMoved({ event: before }: LinkedAnswer, { event: after }: LinkedAnswer): boolean {
  return before.date !== after.date || before.time !== after.time;
}

/** Shows `view`, with the rows of the people who are entrusted to the link's person, and an alert above these. */
function showWithFamily(
  link: PageLink,
  linked: LinkedAnswer,
  view: readonly HTMLElement[],
  alert: HTMLElement | null = null,
): void {
  const { token, preselected: answer, preselectedFor: userId } = link;
  const { id, date, time } = linked.event;

  async function answerFor(
    pressedFor: string,
    status: Answer,
    showError: (sentence: string, detail: string) => void,
  ): Promise<LinkedAnswer | null> {
    const outcome = await sendAnswer({ token, userId: pressedFor, status, givenFor: { date, time } });
    if (outcome.status === "unusable") show(deadLinkView(id, outcome.why));
    if (outcome.status === "failed") showError(answerLinkText.notSaved, outcome.reason);
    if (outcome.status !== "done") return null;
    const updated = outcome.value;
    const saved = updated.entrusted?.find((person) => person.id === pressedFor)?.answer;
    // As in `showQuestion`: the server does not save an answer for another date than the event's.
    if (saved !== status && hasMoved(linked, updated)) {
      const movedAlert = errorAlert(answerLinkText.notSaved, answerLinkText.moved);
      showQuestion(link, updated, null, movedAlert);
      // The pressed button is gone.
      movedAlert.tabIndex = -1;
      movedAlert.focus();
      return null;
    }
    // The user's own answer draws the whole page again, with the entrusted people of `linked`.
    linked.entrusted = updated.entrusted ?? [];
    return updated;
  }

  const preselected = answer === null || userId === null ? null : { userId, answer };
  show(withFamily(linked, view, { preselected, onPress: answerFor }, alert));
}

/** Shows the event with the buttons of both answers. @param alert about the answer of an entrusted person */
function showQuestion(
  link: PageLink,
  linked: LinkedAnswer,
  preselected: Answer | null,
  alert: HTMLElement | null = null,
) {
  let isSending = false;

  function showOutcome(outcome: Outcome<LinkedAnswer>, answer: Answer): void {
    if (outcome.status === "unusable") return show(deadLinkView(linked.event.id, outcome.why));
    if (outcome.status === "failed") return question.showError(answerLinkText.notSaved, outcome.reason);
    const { answer: savedAnswer } = outcome.value;
    // The server does not save an answer for another date than the event's: it then returns the former answer, or none.
    const wasForOtherDate = savedAnswer === null || (hasMoved(linked, outcome.value) && savedAnswer !== answer);
    // Shows the saved answer: it is another one if another device answered later.
    if (!wasForOtherDate) return showAnswered(link, outcome.value, savedAnswer);
    const asked = showQuestion(link, outcome.value, answer);
    asked.showError(answerLinkText.notSaved, answerLinkText.moved);
    asked.focus();
  }

  async function press(status: Answer): Promise<void> {
    if (isSending) return;
    isSending = true;
    question.setBusy(true);
    const { date, time } = linked.event;
    const outcome = await sendAnswer({ token: link.token, status, givenFor: { date, time } });
    isSending = false;
    question.setBusy(false);
    showOutcome(outcome, status);
  }

  const question = questionView(linked, { preselected, onPress: (answer) => void press(answer) });
  showWithFamily(link, linked, question.view, alert);
  return question;
}

function showAnswered(link: PageLink, linked: LinkedAnswer, answer: Answer): void {
  const { view, focus } = answeredView(linked, answer, {
    onChange: () => showQuestion(link, linked, null).focus(),
    onDownload: () => download(linked),
  });
  showWithFamily(link, linked, view);
  focus();
}

async function load(link: PageLink): Promise<void> {
  show(loadingView());
  const outcome = await post<LinkedEvent>(API.linkedEvent, { token: link.token });
  if (outcome.status === "failed") {
    const onlineListener = new AbortController();
    const loadAgain = () => {
      onlineListener.abort();
      void load(link);
    };
    addEventListener("online", loadAgain, { signal: onlineListener.signal });
    return show(failedView(outcome.reason, loadAgain));
  }
  if (outcome.status === "unusable") return show(deadLinkView(eventIdOf(link.token), outcome.why));
  if (outcome.value.state === "over") return show(deadLinkView(outcome.value.eventId, "over"));
  const isForLinkedPerson = link.preselectedFor === null;
  showQuestion(link, outcome.value, isForLinkedPerson ? link.preselected : null);
}

const link = takePageLink();
if (link === null) show(deadLinkView(null, "unknown"));
else void load(link);
