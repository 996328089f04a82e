import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent } from "../mails/mails.ts";
import { dayTitle } from "../phrases/dates.ts";
import { countInWords } from "../phrases/role-phrases.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  dateCount,
  eventAndDay,
  eventNames,
  footerOf,
  greeting,
  type MessageLinks,
} from "./message-frame.ts";
import { capitalised, quoted } from "../phrases/marks.ts";

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
