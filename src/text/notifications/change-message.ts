import type { Answer } from "../../domain/availability/availability.ts";
import type { EventNews, ToldEvent } from "../../domain/notifications/event-news.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent, MailEvent } from "../mails/mails.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { longDate } from "../phrases/dates.ts";
import { countInWords } from "../phrases/role-phrases.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  eventAndDay,
  eventNames,
  footerOf,
  greeting,
  mailEvent,
  type MessageLinks,
} from "./message-frame.ts";
import { capitalised } from "../phrases/marks.ts";

/** One changed event, for one person. */
export interface ToldChange extends Pick<ToldEvent, "details" | "news"> {
  /** The addresses of the answers; `null` for a deleted event. */
  readonly answerable: AnswerableEvent | null;
  /** What the person answered. */
  readonly answer: Answer | null;
}

interface ChangeMessage {
  readonly firstName: string;
  /** At least one, soonest first. */
  readonly changes: readonly ToldChange[];
  /** More events that changed, which the message only counts. */
  readonly others: readonly EventDetails[];
  readonly groupNames: readonly string[];
  readonly links: MessageLinks;
}

/** « Nouvelle date », « Annulé » */
export function newsWord(news: EventNews): string {
  if (news.kind === "deleted") return "Annulé";
  if (news.kind === "restored") return "Maintenu";
  const { date, time, location } = news.was;
  if (date !== undefined) return "Nouvelle date";
  if (time !== undefined && location === undefined) return "Nouvelle heure";
  return time === undefined ? "Nouveau lieu" : "Nouvelle heure et nouveau lieu";
}

/** « Avant : dimanche 29 novembre 2026, 10:00, Temple de la Rotonde » */
function formerLine({ date, time, location }: Partial<EventDetails>): string {
  const parts = [date === undefined ? undefined : longDate(date), time, location];
  return `Avant\u00a0: ${parts.filter((part) => part !== undefined).join(", ")}`;
}

function eventOf({ details, news, answer, answerable }: ToldChange): MailEvent {
  const lines = [
    `${newsWord(news)}.`,
    ...(news.kind === "moved" ? [formerLine(news.was)] : []),
    ...(answer === null || news.kind === "deleted"
      ? []
      : [`Votre réponse\u00a0: ${ANSWER_WORDS[answer].toLowerCase()}.`]),
  ];
  return { ...(answerable === null ? mailEvent(details) : answerableMailEvent(answerable)), details: lines };
}

/** « Et une autre date change : voyez votre planning. » */
function othersLine(count: number): string {
  const dates = count === 1 ? "une autre date change" : `${countInWords(count)} autres dates changent`;
  return `Et ${dates}\u00a0: voyez votre planning.`;
}

function subjectOf(changes: readonly ToldChange[], others: readonly EventDetails[]): string {
  const [first] = changes;
  if (first !== undefined && changes.length === 1)
    return `${newsWord(first.news)}\u00a0: ${eventAndDay(first.details)}`;
  const count = countInWords(changes.length + others.length);
  const names = eventNames([...changes.map(({ details }) => details), ...others]);
  return `${capitalised(count)} dates changent\u00a0: ${names}`;
}

/** To a person who is present or has not answered, about what changed. */
export function changeMail({ firstName, changes, others, groupNames, links }: ChangeMessage): MailContent {
  const open = changes.filter(({ answerable }) => answerable !== null);
  return {
    subject: subjectOf(changes, others),
    opening: [
      greeting(firstName),
      changes.length === 1 ? "Une date de votre planning change." : "Des dates de votre planning changent.",
    ],
    events: changes.map(eventOf),
    closing: [
      ...(others.length === 0 ? [] : [othersLine(others.length)]),
      ...(open.some(({ answer }) => answer !== null) ? ["Votre réponse reste la même si vous ne faites rien."] : []),
      ...(open.some(({ answer }) => answer === null) ? ["On attend votre réponse."] : []),
    ],
    footer: footerOf("changes", groupNames, links),
  };
}
