import type { AskingOutcome } from "../../domain/notifications/asking.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent } from "../mails/mails.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  eventAndDay,
  footerOf,
  greeting,
  mailEvent,
  type MessageLinks,
} from "./message-frame.ts";

interface RequestMessage {
  readonly firstName: string;
  /** Whether it is for whoever answers for the person. */
  readonly isForEntrusted?: boolean;
  /** The name of the admin who asks. */
  readonly askedBy: string;
  readonly event: AnswerableEvent;
  readonly groupName: string;
  readonly links: MessageLinks;
}

/** To a person whose yes would help. */
export function requestMail(message: RequestMessage): MailContent {
  const { firstName, isForEntrusted = false, askedBy, event, groupName, links } = message;
  const asked = isForEntrusted ? `${firstName} peut` : "vous pouvez";
  return {
    subject: `Pouvez-vous venir\u00a0? ${eventAndDay(event.event)}`,
    preheader: event.stake ?? "Un toucher suffit pour répondre.",
    opening: [greeting(firstName), `${askedBy} vous demande si ${asked} venir.`],
    events: [answerableMailEvent(event)],
    closing: ["Un «\u00a0Absent\u00a0» aide aussi\u00a0: l'équipe sait alors qui demander ensuite."],
    footer: footerOf("requests", [groupName], links),
  };
}

interface OutcomeMessage {
  readonly firstName: string;
  readonly event: EventDetails;
  readonly outcome: AskingOutcome;
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
}

const OUTCOME_WORDS: Readonly<Record<AskingOutcome, { readonly subject: string; readonly line: string }>> = {
  complete: {
    subject: "La formation est complète",
    line: "On peut jouer\u00a0: les demandes se sont arrêtées d'elles-mêmes.",
  },
  exhausted: {
    subject: "Plus personne à demander",
    line: "Il n'y a plus personne à demander, et il manque encore du monde.",
  },
};

/** « La formation est complète. » */
export function outcomeLine(outcome: AskingOutcome): string {
  return `${OUTCOME_WORDS[outcome].subject}.`;
}

/** To the admin who asked in order. */
export function outcomeMail({ firstName, event, outcome, groupName, links }: OutcomeMessage): MailContent {
  const { subject, line } = OUTCOME_WORDS[outcome];
  return {
    subject: `${subject}\u00a0: ${eventAndDay(event)}`,
    opening: [greeting(firstName), line],
    events: [mailEvent(event)],
    link: { label: "Voir l'événement", url: links.event },
    closing: [],
    footer: footerOf("requests", [groupName], links),
  };
}
