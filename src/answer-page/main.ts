import type { AnswerByLink, LinkedAnswer, LinkedEvent } from "#contract/notifications/answer-links.ts";
import { API } from "#contract/paths.ts";
import type { Problem } from "#contract/problem.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { withReference } from "#text/errors/server-errors.ts";
import { answerLinkText } from "#text/event/answer-effect.ts";
import { calendarFileName } from "#text/event/event-page.ts";
import { element } from "./elements.ts";
import { answeredView, askingView, failedView, familyView, loadingView, othersView, voidView } from "./views.ts";

/** The page of an answer link. It shows the event, and answers only when a button is pressed. */

interface PageLink {
  readonly token: string;
  /** The answer that was pressed in the mail. */
  readonly wished: Answer | null;
  /** The entrusted person for whom it was pressed; `null`: the link's person. */
  readonly wishedFor: string | null;
}

function readParameters(text: string): PageLink | null {
  const parameters = new URLSearchParams(text);
  const token = parameters.get("t") ?? "";
  const wished = parameters.get("r");
  const answer = wished === "present" || wished === "absent" ? wished : null;
  return token === "" ? null : { token, wished: answer, wishedFor: parameters.get("p") };
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

/** The id of the event that a token names. The token may be invalid; `null`: it names no event. */
function eventOf(token: string): string | null {
  try {
    const [content = ""] = token.split(".");
    const parts: unknown = JSON.parse(atob(content.replaceAll("-", "+").replaceAll("_", "/")));
    return Array.isArray(parts) && typeof parts[1] === "string" ? parts[1] : null;
  } catch {
    return null;
  }
}

/** Longer than a phone takes to change from one network to another. */
const PATIENCE_MS = 20_000;

type Failure =
  /** The link is of no use: it is void, or its event is over. */
  | { readonly status: "useless"; readonly why: "unknown" | "over" }
  /** `reason`: the server's own sentence, or that it did not answer. */
  | { readonly status: "failed"; readonly reason: string };

type Outcome<Value> = { readonly status: "done"; readonly value: Value } | Failure;

async function failureOf(response: Response): Promise<Failure> {
  // A proxy may answer instead of the server, in HTML.
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (problem?.code === "answer_link.void") return { status: "useless", why: "unknown" };
  if (problem?.code === "answer_link.over") return { status: "useless", why: "over" };
  const { code, detail, requestId } = problem ?? {};
  if (typeof detail !== "string") return { status: "failed", reason: answerLinkText.unreachable };
  return { status: "failed", reason: code === "server.failure" ? withReference(detail, requestId) : detail };
}

/** Sends no cookies: the token grants the right. */
async function call<Value>(path: string, body: unknown): Promise<Outcome<Value>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return await failureOf(response);
    return { status: "done", value: (await response.json()) as Value };
  } catch {
    return { status: "failed", reason: answerLinkText.unreachable };
  }
}

function readLinkedEvent(token: string): Promise<Outcome<LinkedEvent>> {
  return call(API.linkedEvent, { token });
}

function sendAnswer(answer: AnswerByLink): Promise<Outcome<LinkedAnswer>> {
  return call(API.answerByLink, answer);
}

function show(view: readonly HTMLElement[]): void {
  document.querySelector("main")?.replaceChildren(...view);
  const heading = document.querySelector("h1")?.textContent ?? answerLinkText.title;
  document.title = `${heading} · Diapason`;
}

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

/** The rows of the people who are entrusted to the link's person; `null`: there are none. */
function familyOf(link: PageLink, linked: LinkedAnswer): HTMLElement | null {
  if (linked.entrusted === undefined) return null;
  const { token, wished: answer, wishedFor: userId } = link;
  const { id, date, time } = linked.event;
  return familyView(linked, {
    wished: answer === null || userId === null ? null : { userId, answer },
    async onPress(pressedFor, status, fail) {
      const outcome = await sendAnswer({ token, userId: pressedFor, status, givenFor: { date, time } });
      if (outcome.status === "done") {
        // These rows are drawn again from it together with the user's own buttons.
        linked.entrusted = outcome.value.entrusted ?? [];
        return outcome.value;
      }
      if (outcome.status === "failed") fail(answerLinkText.notSaved, outcome.reason);
      else show(voidView(id, outcome.why));
      return null;
    },
  });
}

function showWithFamily(link: PageLink, linked: LinkedAnswer, view: readonly HTMLElement[]): void {
  const family = familyOf(link, linked);
  if (family === null) show(view);
  else show(linked.isForOthersOnly === true ? othersView(linked, family) : [...view, family]);
}

function ask(link: PageLink, linked: LinkedAnswer, wished: Answer | null) {
  let isSending = false;

  function settle(outcome: Outcome<LinkedAnswer>, answer: Answer): void {
    if (outcome.status === "useless") return show(voidView(linked.event.id, outcome.why));
    if (outcome.status === "failed") return asking.fail(answerLinkText.notSaved, outcome.reason);
    const { answer: noted, event } = outcome.value;
    const hasMoved = event.date !== linked.event.date || event.time !== linked.event.time;
    const wasForOtherDate = noted === null || (hasMoved && noted !== answer);
    // A later answer from another device may be noted instead of this one. It counts.
    if (!wasForOtherDate) return showAnswered(link, outcome.value, noted);
    ask(link, outcome.value, answer).fail(answerLinkText.notSaved, answerLinkText.moved);
  }

  async function press(status: Answer): Promise<void> {
    if (isSending) return;
    isSending = true;
    asking.setBusy(true);
    const { date, time } = linked.event;
    const outcome = await sendAnswer({ token: link.token, status, givenFor: { date, time } });
    isSending = false;
    asking.setBusy(false);
    settle(outcome, status);
  }

  const asking = askingView(linked, { wished, onPress: (answer) => void press(answer) });
  showWithFamily(link, linked, asking.view);
  return asking;
}

function showAnswered(link: PageLink, linked: LinkedAnswer, answer: Answer): void {
  const { view, focus } = answeredView(linked, answer, {
    onChange: () => ask(link, linked, null).focus(),
    onDownload: () => download(linked),
  });
  showWithFamily(link, linked, view);
  focus();
}

async function load(link: PageLink): Promise<void> {
  show(loadingView());
  const outcome = await readLinkedEvent(link.token);
  if (outcome.status === "failed") {
    const retry = new AbortController();
    const loadAgain = () => {
      retry.abort();
      void load(link);
    };
    addEventListener("online", loadAgain, { signal: retry.signal });
    return show(failedView(outcome.reason, loadAgain));
  }
  if (outcome.status === "useless") return show(voidView(eventOf(link.token), outcome.why));
  if (outcome.value.state === "over") return show(voidView(outcome.value.eventId, "over"));
  ask(link, outcome.value, link.wishedFor === null ? link.wished : null);
}

const link = takePageLink();
if (link === null) show(voidView(null, "unknown"));
else void load(link);
