import type { Topic } from "../../domain/notifications/topics.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent, MailEvent } from "../mails/mails.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { dayTitle } from "../phrases/dates.ts";
import { fromStartToEnd } from "../phrases/event-times.ts";
import { countInWords, frenchList } from "../phrases/role-phrases.ts";
import { quoted } from "../phrases/marks.ts";

/** The most names of events in a subject. */
const NAMED_EVENTS = 3;

/** Addresses in a message to one person. */
export interface MessageLinks {
  /** Where one press stops all mails about the topic. */
  readonly unsubscribe: string;
  /** The page where the person chooses what they want to hear of. */
  readonly wishes: string;
}

/** An event in a message, with the addresses of its two answers. */
export interface AnswerableEvent {
  readonly event: EventDetails;
  readonly answers: { readonly present: string; readonly absent: string };
  /** « Sans vous, pas de Batterie. »; `null` where little depends on the person. */
  readonly stake: string | null;
}

const STOP_WORDS: Readonly<Record<Topic, string>> = {
  reminders: "Ne plus recevoir de rappels",
  changes: "Ne plus recevoir ces changements",
  requests: "Ne plus recevoir de demandes",
  place: "Ne plus recevoir de messages sur ma place",
  drop_outs: "Ne plus recevoir de désistements",
};

export function greeting(firstName: string): string {
  return `Bonjour ${firstName},`;
}

/** « une date », « trois dates » */
export function dateCount(count: number): string {
  return count === 1 ? "une date" : `${countInWords(count)} dates`;
}

/** « Veillée de prière, Répétition et 4 autres » */
export function eventNames(events: readonly Pick<EventDetails, "name">[]): string {
  const names = [...new Set(events.map(({ name }) => name))];
  const others = names.length - NAMED_EVENTS;
  if (others <= 0) return names.join(", ");
  const rest = others === 1 ? "1 autre" : `${others} autres`;
  return `${names.slice(0, NAMED_EVENTS).join(", ")} et ${rest}`;
}

/** « Culte, dimanche 29 novembre » */
export function eventAndDay({ name, date }: EventDetails): string {
  return `${name}, ${dayTitle(date)}`;
}

/** An event as a mail shows it. */
export function mailEvent(event: EventDetails): MailEvent {
  return { name: event.name, when: fromStartToEnd(event), place: event.location };
}

/** An event with two buttons. */
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

/** Why one gets the message, and how to get it no more. */
export function footerOf(
  topic: Topic,
  groupNames: readonly string[],
  { unsubscribe, wishes }: MessageLinks,
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
      { label: "Choisir mes notifications", url: wishes },
    ],
  };
}
