import type { LinkedAnswer } from "#contract/notifications/answer-links.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { answerLinkText } from "#text/event/answer-link.ts";
import { calendarFileName } from "#text/event/calendar-download.ts";
import { type Outcome, readLinkedEvent, sendAnswer } from "./answer-calls.ts";
import { element } from "./elements.ts";
import { eventOf, type PageLink, takePageLink } from "./page-link.ts";
import { answeredView, askingView, failedView, loadingView, voidView } from "./views.ts";

/** The page of an answer link. It shows the event, and answers only when a button is pressed. */

const PRODUCT = "Diapason";

function show(view: readonly HTMLElement[]): void {
  document.querySelector("main")?.replaceChildren(...view);
  const heading = document.querySelector("h1")?.textContent ?? answerLinkText.title;
  document.title = `${heading} · ${PRODUCT}`;
}

/** Saves the event as a file. Its code is loaded when asked for. */
async function download(linked: LinkedAnswer): Promise<boolean> {
  try {
    const { writeEventFile } = await import("./event-file.ts");
    const href = URL.createObjectURL(new Blob([writeEventFile(linked)], { type: "text/calendar" }));
    element("a", { href, download: calendarFileName(linked.event) }).click();
    URL.revokeObjectURL(href);
    return true;
  } catch {
    return false;
  }
}

function ask(link: PageLink, linked: LinkedAnswer, wished: Answer | null) {
  let isSending = false;

  function settle(outcome: Outcome<LinkedAnswer>, answer: Answer): void {
    if (outcome.status === "void") return show(voidView(linked.event.id, "unknown"));
    if (outcome.status === "over") return show(voidView(linked.event.id, "over"));
    if (outcome.status === "failed") return asking.fail(answerLinkText.notSaved, outcome.reason);
    const { answer: noted, event } = outcome.value;
    const hasMoved = event.date !== linked.event.date || event.time !== linked.event.time;
    // Another answer of this person may have come later, from another device. The later one counts.
    if (noted !== null && (noted === answer || !hasMoved)) return showAnswered(link, outcome.value, noted);
    // All were asked again since: this answer was for another date.
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
  show(asking.view);
  return asking;
}

function showAnswered(link: PageLink, linked: LinkedAnswer, answer: Answer): void {
  const { view, focus } = answeredView(linked, answer, {
    onChange: () => ask(link, linked, null).focus(),
    onDownload: () => download(linked),
  });
  show(view);
  focus();
}

async function load(link: PageLink): Promise<void> {
  show(loadingView());
  const outcome = await readLinkedEvent(link.token);
  if (outcome.status === "failed") {
    const retry = new AbortController();
    const again = () => {
      retry.abort();
      void load(link);
    };
    addEventListener("online", again, { signal: retry.signal });
    return show(failedView(outcome.reason, again));
  }
  if (outcome.status !== "done") return show(voidView(eventOf(link.token), "unknown"));
  if (outcome.value.state === "over") return show(voidView(outcome.value.eventId, "over"));
  ask(link, outcome.value, link.wished);
}

const link = takePageLink();
if (link === null) show(voidView(null, "unknown"));
else void load(link);
