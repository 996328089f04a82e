import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { DropOut } from "../../domain/notifications/drop-outs.ts";
import { fullName, type Person } from "../../domain/people/people.ts";
import { takenRoles } from "../event/whom-to-ask.ts";
import { personPlays } from "../phrases/availability.ts";
import { missingNames, placeNames } from "../phrases/places.ts";
import { frenchList, fromTheRoles, toTheRoles } from "../phrases/role-phrases.ts";
import type { MailContent } from "./mails.ts";
import { eventAndDay, type EventMessage, footerOf, greeting, mailEvent } from "./message-frame.ts";

/** The roles that a person had in a line-up, and the roles that they have now. */
export interface PlaceChange {
  readonly before: readonly BandRole[];
  readonly now: readonly BandRole[];
}

interface PlaceMessage extends PlaceChange, EventMessage {
  /** Whether it goes to a guardian, who answers for the person. */
  readonly isForEntrusted?: boolean;
  /** Everybody on the line-up, in role order. */
  readonly lineUp: readonly { readonly role: BandRole; readonly name: string }[];
}

/**
 * « Vous jouez : Lead et Guitare. » It names nobody else, because a locked screen may show it.
 * @param firstName of the entrusted person, in a message to their guardian
 */
export function placeLine({ before, now }: PlaceChange, firstName?: string): string {
  if (firstName !== undefined) return placeLineOf(firstName, { before, now });
  if (now.length === 0) return "Vous n'êtes plus dans la formation.";
  if (before.length === 0) return `Vous jouez\u00a0: ${frenchList(now)}.`;
  return `Vous passez ${fromTheRoles(before)} ${toTheRoles(now)}.`;
}

/** « Léa joue : Voix. », for the guardian who answers for her */
function placeLineOf(firstName: string, { before, now }: PlaceChange): string {
  if (now.length === 0) return `${firstName} n'est plus dans la formation.`;
  if (before.length === 0) return `${personPlays(firstName)}${frenchList(now)}.`;
  return `${firstName} passe ${fromTheRoles(before)} ${toTheRoles(now)}.`;
}

function placeSubject({ before, now }: PlaceChange, firstName?: string): string {
  if (firstName !== undefined) return placeLineOf(firstName, { before, now }).slice(0, -1);
  if (now.length === 0) return "Vous ne jouez plus";
  return before.length === 0 ? `Vous jouez\u00a0: ${frenchList(now)}` : `Votre place change\u00a0: ${frenchList(now)}`;
}

/** « Lead : Camille Perrin », « Voix 2 : Ruth Diallo » */
function namedPlaces(lineUp: PlaceMessage["lineUp"]): string[] {
  const places = placeNames(lineUp.map(({ role }) => role));
  return lineUp.map(({ name }, index) => `${places[index]}\u00a0: ${name}`);
}

/** To a person on a line-up, or no longer on it. */
export function placeMail(message: PlaceMessage): MailContent {
  const { firstName, now, event, lineUp, groupName, links, isForEntrusted = false } = message;
  const entrustedName = isForEntrusted ? firstName : undefined;
  const others = now.length === 0 ? [] : namedPlaces(lineUp);
  return {
    subject: `${placeSubject(message, entrustedName)}, ${eventAndDay(event)}`,
    preheader: placeLine(message, entrustedName),
    opening: [greeting(firstName), placeLine(message, entrustedName)],
    events: [{ ...mailEvent(event), details: others }],
    link: { label: "Voir la formation", url: links.event },
    closing:
      now.length === 0 && !isForEntrusted
        ? ["Votre réponse reste la même\u00a0: vous comptez toujours parmi les présents."]
        : [],
    footer: footerOf("place", [groupName], links),
  };
}

interface DropOutMessage extends EventMessage {
  /** Who no longer comes; `null`: their account was deleted. */
  readonly person: Pick<Person, "firstName" | "lastName"> | null;
  /** Whether they answered `absent`; otherwise they withdrew their answer. */
  readonly isAbsent: boolean;
  readonly dropOut: DropOut;
  /** The roles that the event needs. */
  readonly required: readonly BandRole[];
}

const STATE_LINES: Readonly<Record<DropOut["now"], string>> = {
  complete: "La formation tient encore.",
  fragile: "La formation tient encore, mais une seule absence de plus suffirait à l'empêcher.",
  not_together: "Les rôles ne peuvent plus être tenus ensemble.",
  roles_to_fill: "Il manque du monde pour jouer.",
  out_of_reach: "Même si tous les autres viennent, on ne peut plus jouer.",
};

/** « Il manque maintenant : Batterie et Voix (1 sur 2). » */
function missingLine({ now, missing }: DropOut, required: readonly BandRole[]): string {
  if (missing.length === 0) return STATE_LINES[now];
  return `Il manque maintenant\u00a0: ${frenchList(missingNames(missing, required))}.`;
}

/** « À demander : Lucas Petit (Batterie), Inès Moreau (Bass). » */
function toAskLine({ toAsk }: DropOut): string {
  if (toAsk.length === 0) return "Personne d'autre n'est à demander.";
  const people = toAsk.map((asked) => `${fullName(asked.person)} (${takenRoles(asked)})`);
  return `À demander\u00a0: ${people.join(", ")}.`;
}

/** « Quelqu'un ne vient plus. » and what is missing. It names nobody, because a locked screen may show it. */
export const dropOutLine = (dropOut: DropOut, required: readonly BandRole[]) =>
  `Quelqu'un ne vient plus. ${missingLine(dropOut, required)}`;

function openingLine({ person, isAbsent }: Pick<DropOutMessage, "person" | "isAbsent">): string {
  if (person === null) return "Une personne qui devait venir n'a plus de compte.";
  return isAbsent ? `${fullName(person)} ne peut plus venir.` : `${fullName(person)} a retiré sa réponse.`;
}

/** To an admin: who dropped out, what is missing, and whom to ask. */
export function dropOutMail(message: DropOutMessage): MailContent {
  const { firstName, event, person, dropOut, required, groupName, links } = message;
  const name = person === null ? "Quelqu'un" : fullName(person);
  return {
    subject: `${name} ne vient plus\u00a0: ${eventAndDay(event)}`,
    preheader: missingLine(dropOut, required),
    opening: [greeting(firstName), openingLine(message)],
    events: [{ ...mailEvent(event), details: [missingLine(dropOut, required), toAskLine(dropOut)] }],
    link: { label: "Voir qui demander", url: links.event },
    closing: [],
    footer: footerOf("drop_outs", [groupName], links),
  };
}
