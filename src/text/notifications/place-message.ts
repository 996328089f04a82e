import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { MailContent } from "../mails/mails.ts";
import { placeNames } from "../phrases/places.ts";
import { personPlays } from "../event/answering-for.ts";
import { frenchList, fromTheRoles, toTheRoles } from "../phrases/role-phrases.ts";
import { eventAndDay, footerOf, greeting, mailEvent, type MessageLinks } from "./message-frame.ts";

/** What a person had in a line-up, and what they have now. */
export interface PlaceChange {
  readonly before: readonly BandRole[];
  readonly now: readonly BandRole[];
}

interface PlaceMessage extends PlaceChange {
  readonly firstName: string;
  /** Whether it is for whoever answers for the person. */
  readonly isForEntrusted?: boolean;
  readonly event: EventDetails;
  /** Everybody on the line-up, in the scale's order. */
  readonly lineUp: readonly { readonly role: BandRole; readonly name: string }[];
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
}

/** « Vous jouez : Lead et Guitare. », « Vous passez de la Bass à la Batterie. »: names nobody, so it may be on a locked screen */
export function placeLine({ before, now }: PlaceChange, firstName?: string): string {
  if (firstName !== undefined) return placeLineOf(firstName, { before, now });
  if (now.length === 0) return "Vous n'êtes plus dans la formation.";
  if (before.length === 0) return `Vous jouez\u00a0: ${frenchList(now)}.`;
  return `Vous passez ${fromTheRoles(before)} ${toTheRoles(now)}.`;
}

/** « Léa joue : Voix. », for whoever answers for her */
function placeLineOf(firstName: string, { before, now }: PlaceChange): string {
  if (now.length === 0) return `${firstName} n'est plus dans la formation.`;
  if (before.length === 0) return `${personPlays(firstName)}${frenchList(now)}.`;
  return `${firstName} passe ${fromTheRoles(before)} ${toTheRoles(now)}.`;
}

function subjectOf({ before, now }: PlaceChange, firstName?: string): string {
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
  const { firstName, before, now, event, lineUp, groupName, links, isForEntrusted = false } = message;
  const change = { before, now };
  const whose = isForEntrusted ? firstName : undefined;
  const others = now.length === 0 ? [] : namedPlaces(lineUp);
  return {
    subject: `${subjectOf(change, whose)}, ${eventAndDay(event)}`,
    preheader: placeLine(change, whose),
    opening: [greeting(firstName), placeLine(change, whose)],
    events: [{ ...mailEvent(event), details: others }],
    link: { label: "Voir la formation", url: links.event },
    closing:
      now.length === 0 && !isForEntrusted
        ? ["Votre réponse reste la même\u00a0: vous comptez toujours parmi les présents."]
        : [],
    footer: footerOf("place", [groupName], links),
  };
}
