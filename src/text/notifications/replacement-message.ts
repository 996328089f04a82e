import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent } from "../mails/mails.ts";
import { frenchList } from "../phrases/role-phrases.ts";
import {
  type AnswerableEvent,
  answerableMailEvent,
  eventAndDay,
  footerOf,
  greeting,
  mailEvent,
  type MessageLinks,
} from "./message-frame.ts";

interface ReplacementMessage {
  readonly firstName: string;
  /** The name of the person who does not come. */
  readonly askedBy: string;
  /** What they were to play. */
  readonly roles: readonly BandRole[];
  readonly event: AnswerableEvent;
  readonly groupName: string;
  readonly links: MessageLinks;
}

/** « Pouvez-vous prendre cette place : Batterie ? »: a locked screen may show it, so it names nobody */
export function replacementLine(roles: readonly BandRole[]): string {
  return `Pouvez-vous prendre cette place\u00a0: ${frenchList(roles)}\u00a0?`;
}

/** To a person who is asked to take somebody's place. */
export function replacementMail({
  firstName,
  askedBy,
  roles,
  event,
  groupName,
  links,
}: ReplacementMessage): MailContent {
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

interface TakenPlaceMessage {
  readonly firstName: string;
  readonly takenBy: string;
  /** `null`: their account was deleted. */
  readonly leftBy: string | null;
  readonly roles: readonly BandRole[];
  readonly event: EventDetails;
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
}

/** « Une place est reprise : Batterie. »: names nobody */
export function takenPlaceLine(roles: readonly BandRole[]): string {
  return `Une place est reprise\u00a0: ${frenchList(roles)}.`;
}

/** To an admin: somebody found their own replacement. */
export function takenPlaceMail(message: TakenPlaceMessage): MailContent {
  const { firstName, takenBy, leftBy, roles, event, groupName, links } = message;
  const whose = leftBy === null ? "la place libre" : `la place de ${leftBy}`;
  return {
    subject: `${takenBy} prend ${whose}\u00a0: ${eventAndDay(event)}`,
    preheader: takenPlaceLine(roles),
    opening: [greeting(firstName), `${takenBy} prend ${whose}\u00a0: ${frenchList(roles)}.`],
    events: [mailEvent(event)],
    link: { label: "Voir la formation", url: links.event },
    closing: ["Vous n'avez rien à faire."],
    footer: footerOf("drop_outs", [groupName], links),
  };
}
