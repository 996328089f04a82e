import type { Topic } from "../../domain/notifications/topics.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { forPerson } from "../event/event-page.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { dayTitle } from "../phrases/dates.ts";
import { fromStartToEnd, shortDay } from "../phrases/event-times.ts";
import { quoted } from "../phrases/marks.ts";
import { countInWords, frenchList } from "../phrases/role-phrases.ts";
import type { MailContent, MailEvent } from "./mails.ts";

/** What all mails about events share: greeting, event, footer. `familyMail` joins several mails for a guardian. */

/** The most names of events in a subject. */
const NAMED_EVENTS = 3;

/** Addresses in a message to one person. */
export interface MessageLinks {
  /** Where one press stops all mails about the topic. */
  readonly unsubscribe: string;
  /** The page where the person chooses their notifications. */
  readonly preferences: string;
}

/** A message to one person about one event. */
export interface EventMessage {
  readonly firstName: string;
  readonly event: EventDetails;
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
}

/** An event in a message, with the addresses of its two answers. */
export interface AnswerableEvent {
  readonly event: EventDetails;
  readonly answers: { readonly present: string; readonly absent: string };
  /** « Sans vous, pas de Batterie. »; `null` if little depends on the person. */
  readonly stake: string | null;
}

const STOP_WORDS: Readonly<Record<Topic, string>> = {
  reminders: "Ne plus recevoir de rappels",
  changes: "Ne plus recevoir ces changements",
  requests: "Ne plus recevoir de demandes",
  place: "Ne plus recevoir de messages sur ma place",
  drop_outs: "Ne plus recevoir de désistements",
};

export const greeting = (firstName: string) => `Bonjour ${firstName},`;
export const dateCount = (count: number) => (count === 1 ? "une date" : `${countInWords(count)} dates`);

/** « Veillée de prière, Répétition et 4 autres » */
export function eventNames(events: readonly Pick<EventDetails, "name">[]): string {
  const names = [...new Set(events.map(({ name }) => name))];
  const others = names.length - NAMED_EVENTS;
  if (others <= 0) return names.join(", ");
  const rest = others === 1 ? "1 autre" : `${others} autres`;
  return `${names.slice(0, NAMED_EVENTS).join(", ")} et ${rest}`;
}

export const eventAndDay = ({ name, date }: EventDetails) => `${name}, ${dayTitle(date)}`;

/** An event as a mail shows it. */
export function mailEvent(event: EventDetails): MailEvent {
  return { name: event.name, when: fromStartToEnd(event), place: event.location };
}

/** An event as a mail shows it, with a button for each answer. */
export function answerableMailEvent({ event, answers, stake }: AnswerableEvent): MailEvent {
  return {
    ...mailEvent(event),
    ...(stake !== null && { stake }),
    actions: [
      { label: ANSWER_WORDS.present, url: answers.present, look: "present" },
      { label: ANSWER_WORDS.absent, url: answers.absent, look: "absent" },
    ],
  };
}

/** Why the person gets the message, and how to stop such messages. */
export function footerOf(
  topic: Topic,
  groupNames: readonly string[],
  { unsubscribe, preferences }: MessageLinks,
): NonNullable<MailContent["footer"]> {
  const teams = frenchList(groupNames.map(quoted));
  const why =
    topic === "drop_outs"
      ? `Vous recevez ce message parce que vous organisez ${teams}.`
      : `Vous recevez ce message parce que vous jouez dans ${teams}. Ces liens sont personnels.`;
  return {
    why,
    links: [
      { label: STOP_WORDS[topic], url: unsubscribe },
      { label: "Choisir mes notifications", url: preferences },
    ],
  };
}

/** « dim. 29, 10:00 · Sans vous, pas de Batterie. »: the date first, because devices cut long lines. */
export const pushLine = ({ date, time }: Pick<EventDetails, "date" | "time">, text: string) =>
  `${shortDay(date)}, ${time} · ${text}`;

/** Messages that may be about many events. */
export type OverviewTopic = Extract<Topic, "reminders" | "changes">;

/** « 12 dates changent », « 5 réponses attendues »: for two or more events */
export const overviewTitle = (topic: OverviewTopic, count: number) =>
  topic === "changes" ? `${count} dates changent` : `${count} réponses attendues`;

export const pushText = {
  answerMissing: "Il manque votre réponse.",
  requested: "Pouvez-vous venir\u00a0?",
} as const;

/** A mail for a person for whom the recipient answers. */
export interface EntrustedMail {
  /** The full name of the person. */
  readonly name: string;
  /** Whether the mail already names the person. */
  readonly isNaming: boolean;
  readonly mail: MailContent;
}

export const lineFor = (firstName: string, line: string) => `${forPerson(firstName)} · ${line}`;

function withoutGreeting({ opening }: MailContent): readonly string[] {
  return opening.slice(1);
}

/** « Pour Léa Petit : Il manque votre réponse pour une date. » */
function openingFor({ name, mail }: EntrustedMail): string[] {
  const text = withoutGreeting(mail).join(" ");
  return text === "" ? [] : [`${forPerson(name)}\u00a0: ${text}`];
}

/** Equal for the same event in two mails, which have no id of the event. */
const keyOf = ({ name, when, place }: MailEvent) => JSON.stringify([name, when, place]);

/** Each event once: the recipient's own lines, then the lines of each entrusted person. */
function eventsOf(ownMail: MailContent | null, others: readonly EntrustedMail[]): MailEvent[] {
  const events = new Map((ownMail?.events ?? []).map((event) => [keyOf(event), event]));
  for (const { name, mail } of others) {
    for (const { details = [], stake, actions = [], ...bareEvent } of mail.events ?? []) {
      const event: MailEvent = events.get(keyOf(bareEvent)) ?? bareEvent;
      // Lines that the recipient's own part shows are not repeated.
      const shownLines = new Set(event.details);
      const person = {
        label: forPerson(name),
        details: details.filter((line) => !shownLines.has(line)),
        ...(stake !== undefined && { stake }),
        actions,
      };
      events.set(keyOf(event), { ...event, people: [...(event.people ?? []), person] });
    }
  }
  return [...events.values()];
}

/** One mail with the recipient's own message (`null`: none) and the messages for people entrusted to them. */
export function familyMail(
  firstName: string,
  ownMail: MailContent | null,
  others: readonly EntrustedMail[],
): MailContent {
  const [first] = others;
  if (first === undefined) {
    if (ownMail === null) throw new Error("a mail to nobody");
    return ownMail;
  }
  // Its subject, preheader, link and footer are used for the whole mail.
  const frame = ownMail ?? first.mail;
  const mails = [...(ownMail === null ? [] : [ownMail]), ...others.map(({ mail }) => mail)];
  const names = frenchList(others.map(({ name }) => name));
  const footer = frame.footer && {
    ...frame.footer,
    ...(ownMail === null && {
      why: `Vous recevez ce message parce que vous répondez pour ${names}. Ces liens sont personnels.`,
    }),
  };
  return {
    ...frame,
    subject:
      ownMail === null && others.length === 1 && !first.isNaming
        ? `${forPerson(first.name)}\u00a0: ${frame.subject}`
        : frame.subject,
    opening: [
      greeting(firstName),
      ...(ownMail === null ? [] : withoutGreeting(ownMail)),
      ...others.flatMap(openingFor),
    ],
    events: eventsOf(ownMail, others),
    closing: [...new Set(mails.flatMap(({ closing }) => closing))],
    ...(footer && { footer }),
  };
}
