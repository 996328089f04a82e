import type { LinkedAnswer } from "#contract/notifications/answer-links.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { Answer } from "#domain/availability/availability.ts";
import {
  answerLinkText,
  currentAnswer,
  effectSentence,
  greeting,
  notedSentence,
  outcomeSentence,
} from "#text/event/answer-effect.ts";
import { alsoPresentAt, calendarDownloadText, forPerson } from "#text/event/event-page.ts";
import { ANSWER_WORDS, personPlays, playedRoles, YOU_PLAY } from "#text/phrases/availability.ts";
import { fromStartToEnd } from "#text/phrases/event-times.ts";
import { answerSign, element, emptyStaff, icon, roleBar } from "./elements.ts";

type View = readonly HTMLElement[];

function eventLink(eventId: string | null): HTMLElement {
  const [href, words] =
    eventId === null
      ? [LINKED_PAGES.home, answerLinkText.open]
      : [`${LINKED_PAGES.events}${encodeURIComponent(eventId)}`, answerLinkText.showEvent];
  return element("a", { class: "quiet", href }, words, icon("arrow"));
}

function button(attributes: Readonly<Record<string, string>>, ...children: (Node | string)[]): HTMLButtonElement {
  return element("button", { type: "button", ...attributes }, ...children);
}

export function errorAlert(sentence: string, detail: string): HTMLElement {
  return element(
    "div",
    { class: "alert", role: "alert" },
    icon("alert"),
    element("div", {}, element("p", {}, sentence), element("p", { class: "detail" }, detail)),
  );
}

function eventHead({ firstName, event }: LinkedAnswer): HTMLElement {
  return element(
    "div",
    {},
    element("p", { class: "greeting" }, greeting(firstName)),
    element("h1", {}, event.name),
    element("p", { class: "fact" }, icon("calendar"), element("span", {}, fromStartToEnd(event))),
    element("p", { class: "fact" }, icon("place"), element("span", {}, event.location)),
  );
}

/** The sentence about what depends on the answer; with the role's bar, if it is about a role. */
function stake({ effect }: LinkedAnswer, sentence: string, isCovered: boolean): HTMLElement {
  const isAboutRole = effect.kind === "covers";
  return element(
    "p",
    { class: isAboutRole ? "stake role" : "stake" },
    isAboutRole ? roleBar(isCovered) : null,
    sentence,
  );
}

/** Placeholders for the event's lines and for the buttons, while the event is loaded. */
export function loadingView(): View {
  const lines = ["greeting", "title", "fact", "fact", "stake"].map((name) => element("div", { class: `bone ${name}` }));
  const buttons = ["", ""].map(() => element("div", { class: "bone choice" }));
  const choices = element("div", { class: "choices" }, ...buttons);
  return [element("div", { class: "loading", "aria-busy": "true" }, ...lines, choices)];
}

export function failedView(reason: string, onRetry: () => void): View {
  const retry = button({ class: "plain" }, answerLinkText.retry);
  retry.addEventListener("click", onRetry);
  return [element("h1", {}, answerLinkText.title), errorAlert(reason, answerLinkText.notLoaded), retry];
}

/** For a link by which nobody can answer: it is invalid, or its event is over. @param eventId `null`: not known */
export function deadLinkView(eventId: string | null, reason: "unknown" | "over"): View {
  return [
    element(
      "div",
      { class: "void" },
      emptyStaff(),
      element("h1", {}, answerLinkText.void),
      element("p", {}, answerLinkText[reason]),
      eventLink(eventId),
    ),
  ];
}

interface Choice {
  /** The answer whose button is marked: the one that was pressed in the mail, or given before. */
  readonly preselected: Answer | null;
  readonly onPress: (answer: Answer) => void;
}

/** The event, what depends on the answer, and a button for each answer. */
export function questionView(linked: LinkedAnswer, { preselected, onPress }: Choice) {
  const order: readonly Answer[] = preselected === "absent" ? ["absent", "present"] : ["present", "absent"];
  const buttons = order.map((answer) => {
    const look = answer === preselected ? `choice preselected ${answer}` : `choice ${answer}`;
    const choice = button({ class: look }, answerSign(answer, "outline"), ANSWER_WORDS[answer]);
    choice.addEventListener("click", () => onPress(answer));
    return choice;
  });
  const label = preselected === null ? answerLinkText.choose : answerLinkText.confirm;
  const alerts = element("div");
  const choices = element("div", { class: "choices", role: "group", "aria-labelledby": "question" }, ...buttons);
  return {
    view: [
      eventHead(linked),
      stake(linked, effectSentence(linked.effect, linked.requiredRoles), linked.answer === "present"),
      ...(linked.answer === null ? [] : [element("p", { class: "current" }, currentAnswer(linked.answer))]),
      alerts,
      element("p", { id: "question", class: "question" }, label),
      choices,
    ],
    setBusy(isBusy: boolean) {
      choices.setAttribute("aria-busy", String(isBusy));
      // Not `disabled`: the pressed button would lose the focus.
      for (const choice of buttons) choice.setAttribute("aria-disabled", String(isBusy));
      if (isBusy) alerts.replaceChildren();
    },
    /** Shows an error above the buttons. */
    showError: (sentence: string, detail: string) => alerts.replaceChildren(errorAlert(sentence, detail)),
    focus: () => buttons[0]?.focus(),
  };
}

interface AnsweredActions {
  readonly onChange: () => void;
  /** @returns whether the event was saved for a calendar program */
  readonly onDownload: () => Promise<boolean>;
}

/** The saved answer, with buttons to change it and to add the event to a calendar. */
export function answeredView(linked: LinkedAnswer, answer: Answer, actions: AnsweredActions) {
  const confirmation = element(
    "p",
    { class: `noted ${answer}`, role: "status", tabindex: "-1" },
    answerSign(answer, "filled"),
    notedSentence(answer),
  );
  const change = button({ class: "plain" }, answerLinkText.change);
  change.addEventListener("click", actions.onChange);
  const download = button({ class: "quiet" }, icon("calendarPlus"), calendarDownloadText.add);
  const problem = element("div");
  async function save(): Promise<void> {
    const isSaved = await actions.onDownload();
    const alert = element("p", { class: "alert", role: "alert" }, calendarDownloadText.failed);
    problem.replaceChildren(...(isSaved ? [] : [alert]));
  }
  download.addEventListener("click", () => void save());
  return {
    view: [
      eventHead(linked),
      confirmation,
      stake(linked, outcomeSentence(answer, linked.effect, linked.requiredRoles), answer === "present"),
      ...(linked.plays.length === 0
        ? []
        : [element("p", { class: "current plays" }, YOU_PLAY + playedRoles(linked.plays))]),
      ...(answer === "present" && linked.elsewhere
        ? [element("p", { class: "current" }, alsoPresentAt(linked.elsewhere))]
        : []),
      change,
      element(
        "div",
        { class: "links" },
        ...(answer === "present" ? [download, problem] : []),
        eventLink(linked.event.id),
      ),
    ],
    focus: () => confirmation.focus(),
  };
}

interface FamilyActions {
  /** The answer that was pressed in the mail for an entrusted person, and that person's id. */
  readonly preselected: { readonly userId: string; readonly answer: Answer } | null;
  /** Resolves with the page's new data; `null`: not saved, or the page shows something else now. */
  readonly onPress: (
    userId: string,
    answer: Answer,
    showError: (sentence: string, detail: string) => void,
  ) => Promise<LinkedAnswer | null>;
}

type EntrustedAnswer = NonNullable<LinkedAnswer["entrusted"]>[number];

/** A row with the name of an entrusted person and a button for each answer. */
function entrustedRow(
  { id, firstName, lastName, answer: savedAnswer, plays }: EntrustedAnswer,
  { preselected, onPress }: FamilyActions,
  alerts: HTMLElement,
): HTMLElement {
  const label = forPerson(`${firstName} ${lastName}`.trim());
  const answers: readonly Answer[] = ["present", "absent"];
  const row = element("div", { class: "choices", role: "group", "aria-label": label });
  let shown = savedAnswer;
  let isSending = false;

  async function press(answer: Answer): Promise<void> {
    if (isSending) return;
    isSending = true;
    row.setAttribute("aria-busy", "true");
    alerts.replaceChildren();
    const updated = await onPress(id, answer, (...texts) => alerts.replaceChildren(errorAlert(...texts)));
    isSending = false;
    row.removeAttribute("aria-busy");
    shown = updated?.entrusted?.find((person) => person.id === id)?.answer ?? shown;
    draw();
    row.querySelector<HTMLElement>(`.${answer}`)?.focus();
  }

  function draw(): void {
    const buttons = answers.map((answer) => {
      const isPreselected = preselected?.userId === id && preselected.answer === answer && shown === null;
      const look = `choice ${answer}${isPreselected ? " preselected" : ""}${answer === shown ? " given" : ""}`;
      const pressed = { class: look, "aria-pressed": String(answer === shown) };
      const choice = button(pressed, answerSign(answer, "outline"), ANSWER_WORDS[answer]);
      choice.addEventListener("click", () => void press(answer));
      return choice;
    });
    row.replaceChildren(...buttons);
  }

  draw();
  return element(
    "li",
    {},
    element("p", { class: "question" }, label),
    plays.length === 0 ? null : element("p", { class: "current plays" }, personPlays(firstName) + playedRoles(plays)),
    row,
  );
}

/**
 * Adds the rows of entrusted people to `view`. A user who answers only for others sees these rows instead of `view`.
 * @param alert shown above the rows until one of their buttons is pressed
 */
export function withFamily(linked: LinkedAnswer, view: View, actions: FamilyActions, alert: HTMLElement | null): View {
  if (linked.entrusted === undefined) return view;
  const alerts = element("div", {}, alert);
  const rows = linked.entrusted.map((person) => entrustedRow(person, actions, alerts));
  const family = element("div", { class: "family" }, alerts, element("ul", {}, ...rows));
  if (linked.isForOthersOnly !== true) return [...view, family];
  return [eventHead(linked), family, element("div", { class: "links" }, eventLink(linked.event.id))];
}
