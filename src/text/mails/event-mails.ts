import type { Answer } from "../../domain/availability/availability.ts";
import type { EventNews, EventInMessage } from "../../domain/notifications/event-news.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { Programme } from "../../domain/programme/programme.ts";
import { programmeText, titleLine, titlesCounted } from "../event/programme.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { dayTitle, longDate } from "../phrases/dates.ts";
import { capitalised, quoted } from "../phrases/marks.ts";
import { countInWords } from "../phrases/role-phrases.ts";
import type { MailContent, MailEvent } from "./mails.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  dateCount,
  eventAndDay,
  type EventMessage,
  eventNames,
  footerOf,
  greeting,
  mailEvent,
  type MessageLinks,
} from "./message-frame.ts";

interface ReminderMessage {
  readonly firstName: string;
  /** At least one, soonest first. */
  readonly events: readonly AnswerableEvent[];
  /** The groups of these events. */
  readonly groupNames: readonly string[];
  readonly links: MessageLinks & { readonly absences: string };
}

/** « Trois réponses attendues : Veillée de prière, Répétition, Culte » */
function reminderSubject(events: readonly EventDetails[]): string {
  const [first] = events;
  if (first !== undefined && events.length === 1) return `Une réponse attendue\u00a0: ${eventAndDay(first)}`;
  return `${capitalised(countInWords(events.length))} réponses attendues\u00a0: ${eventNames(events)}`;
}

function preheaderOf([first, ...others]: readonly EventDetails[]): string {
  if (first === undefined || others.length === 0) return "Un toucher suffit.";
  return `Un toucher par date suffit. La première\u00a0: ${dayTitle(first.date)}.`;
}

/** To a person who has not answered. */
export function reminderMail({ firstName, events, groupNames, links }: ReminderMessage): MailContent {
  const details = events.map(({ event }) => event);
  const [group, ...otherGroups] = groupNames;
  const ofGroup = group === undefined || otherGroups.length > 0 ? "" : ` de ${quoted(group)}`;
  return {
    subject: reminderSubject(details),
    preheader: preheaderOf(details),
    opening: [greeting(firstName), `Il manque votre réponse pour ${dateCount(events.length)}${ofGroup}.`],
    events: events.map(answerableMailEvent),
    closing: ["Absent pour plusieurs semaines\u00a0? Notez une absence\u00a0: ces rappels s'arrêtent d'eux-mêmes."],
    link: { label: "Noter une absence", url: links.absences },
    footer: footerOf("reminders", groupNames, links),
  };
}

/** One changed event, for one person. */
export interface ReportedChange extends Pick<EventInMessage, "details" | "news"> {
  /** The addresses of the answers; `null` for a deleted event. */
  readonly answerable: AnswerableEvent | null;
  /** What the person answered. */
  readonly answer: Answer | null;
}

interface ChangeMessage {
  readonly firstName: string;
  /** At least one, soonest first. */
  readonly changes: readonly ReportedChange[];
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

function eventOf({ details, news, answer, answerable }: ReportedChange): MailEvent {
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

function changeSubject(changes: readonly ReportedChange[], others: readonly EventDetails[]): string {
  const [first] = changes;
  if (first !== undefined && changes.length === 1)
    return `${newsWord(first.news)}\u00a0: ${eventAndDay(first.details)}`;
  const count = countInWords(changes.length + others.length);
  const names = eventNames([...changes.map(({ details }) => details), ...others]);
  return `${capitalised(count)} dates changent\u00a0: ${names}`;
}

/** To a person who is present or has not answered, about what changed. */
export function changeMail({ firstName, changes, others, groupNames, links }: ChangeMessage): MailContent {
  const answerableChanges = changes.filter(({ answerable }) => answerable !== null);
  const hasAnswered = answerableChanges.some(({ answer }) => answer !== null);
  const hasOpenAnswer = answerableChanges.some(({ answer }) => answer === null);
  return {
    subject: changeSubject(changes, others),
    opening: [
      greeting(firstName),
      changes.length === 1 ? "Une date de votre planning change." : "Des dates de votre planning changent.",
    ],
    events: changes.map(eventOf),
    closing: [
      ...(others.length === 0 ? [] : [othersLine(others.length)]),
      ...(hasAnswered ? ["Votre réponse reste la même si vous ne faites rien."] : []),
      ...(hasOpenAnswer ? ["On attend votre réponse."] : []),
    ],
    footer: footerOf("changes", groupNames, links),
  };
}

interface ProgrammeMessage extends EventMessage {
  readonly programme: Programme;
}

export const programmeLine = (programme: Programme) => `${titlesCounted(programme.length)} au programme.`;

/** To a person who is present, when a leader sends the programme. */
export function programmeMail({ firstName, event, programme, groupName, links }: ProgrammeMessage): MailContent {
  const details = programme.map((item, index) => {
    const line = `${index + 1}. ${titleLine(item)}`;
    return item.note === undefined ? line : `${line}, ${item.note}`;
  });
  return {
    subject: `${programmeText.title}\u00a0: ${eventAndDay(event)}`,
    preheader: programme.map(({ title }) => title).join(", "),
    opening: [greeting(firstName), "Voici ce que nous jouons."],
    events: [{ ...mailEvent(event), details }],
    link: { label: "Voir le programme", url: links.event },
    closing: [],
    footer: footerOf("changes", [groupName], links),
  };
}
