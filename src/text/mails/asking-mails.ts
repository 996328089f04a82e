import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { AskingOutcome } from "../../domain/notifications/asking.ts";
import { frenchList } from "../phrases/role-phrases.ts";
import type { MailContent } from "./mails.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  eventAndDay,
  type EventMessage,
  footerOf,
  greeting,
  mailEvent,
  type MessageLinks,
} from "./message-frame.ts";

interface AskingMessage extends Omit<EventMessage, "event" | "links"> {
  readonly event: AnswerableEvent;
  /** The name of the person who asks. */
  readonly askedBy: string;
  readonly links: MessageLinks;
}

interface RequestMessage extends AskingMessage {
  /** Whether it goes to a guardian, who answers for the person. */
  readonly isForEntrusted?: boolean;
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

interface OutcomeMessage extends EventMessage {
  readonly outcome: AskingOutcome;
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

export const outcomeLine = (outcome: AskingOutcome) => `${OUTCOME_WORDS[outcome].subject}.`;

/** To the user who had people asked one after the other. */
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

interface ReplacementMessage extends AskingMessage {
  /** What the person who asks was to play. */
  readonly roles: readonly BandRole[];
}

/** « Pouvez-vous prendre cette place : Batterie ? » It names nobody, because a locked screen may show it. */
export const replacementLine = (roles: readonly BandRole[]) =>
  `Pouvez-vous prendre cette place\u00a0: ${frenchList(roles)}\u00a0?`;

/** To a person who is asked to take somebody's place. */
export function replacementMail(message: ReplacementMessage): MailContent {
  const { firstName, askedBy, roles, event, groupName, links } = message;
  return {
    subject: `Remplacer ${askedBy}\u00a0? ${eventAndDay(event.event)}`,
    preheader: replacementLine(roles),
    opening: [
      greeting(firstName),
      `${askedBy} ne peut pas venir et vous demande de prendre sa place\u00a0: ${frenchList(roles)}.`,
    ],
    events: [answerableMailEvent(event)],
    closing: ["Avec «\u00a0Présent\u00a0», la place est à vous, si personne ne l'a prise avant."],
    footer: footerOf("requests", [groupName], links),
  };
}

interface TakenPlaceMessage extends EventMessage {
  readonly takenBy: string;
  /** `null`: their account was deleted. */
  readonly leftBy: string | null;
  readonly roles: readonly BandRole[];
}

/** « Une place est reprise : Batterie. » It names nobody. */
export const takenPlaceLine = (roles: readonly BandRole[]) => `Une place est reprise\u00a0: ${frenchList(roles)}.`;

/** To an admin: somebody found their own replacement. */
export function takenPlaceMail(message: TakenPlaceMessage): MailContent {
  const { firstName, takenBy, leftBy, roles, event, groupName, links } = message;
  const place = leftBy === null ? "la place libre" : `la place de ${leftBy}`;
  return {
    subject: `${takenBy} prend ${place}\u00a0: ${eventAndDay(event)}`,
    preheader: takenPlaceLine(roles),
    opening: [greeting(firstName), `${takenBy} prend ${place}\u00a0: ${frenchList(roles)}.`],
    events: [mailEvent(event)],
    link: { label: "Voir la formation", url: links.event },
    closing: ["Vous n'avez rien à faire."],
    footer: footerOf("drop_outs", [groupName], links),
  };
}
