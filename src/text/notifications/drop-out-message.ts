import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { DropOut } from "../../domain/notifications/drop-outs.ts";
import { fullName, type Person } from "../../domain/people/people.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { takenRoles } from "../event/whom-to-ask.ts";
import type { MailContent } from "../mails/mails.ts";
import { missingNames } from "../phrases/places.ts";
import { frenchList } from "../phrases/role-phrases.ts";
import { eventAndDay, footerOf, greeting, mailEvent, type MessageLinks } from "./message-frame.ts";

interface DropOutMessage {
  readonly firstName: string;
  readonly event: EventDetails;
  /** Who no longer comes; `null`: their account was deleted. */
  readonly person: Pick<Person, "firstName" | "lastName"> | null;
  /** Whether they said that they are absent; otherwise they took their answer back. */
  readonly isAbsent: boolean;
  readonly dropOut: DropOut;
  /** The roles that the event needs. */
  readonly required: readonly BandRole[];
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
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

/** « Quelqu'un ne vient plus. Il manque maintenant : Batterie. »: a locked screen may show it, so it names nobody */
export function dropOutLine(dropOut: DropOut, required: readonly BandRole[]): string {
  return `Quelqu'un ne vient plus. ${missingLine(dropOut, required)}`;
}

const SOMEBODY = "Quelqu'un";

function openingLine({ person, isAbsent }: Pick<DropOutMessage, "person" | "isAbsent">): string {
  if (person === null) return "Une personne qui devait venir n'a plus de compte.";
  return isAbsent ? `${fullName(person)} ne peut plus venir.` : `${fullName(person)} a retiré sa réponse.`;
}

/** To an admin: who dropped out, what is missing, and whom to ask. */
export function dropOutMail({
  firstName,
  event,
  person,
  isAbsent,
  dropOut,
  required,
  groupName,
  links,
}: DropOutMessage): MailContent {
  const name = person === null ? SOMEBODY : fullName(person);
  return {
    subject: `${name} ne vient plus\u00a0: ${eventAndDay(event)}`,
    preheader: missingLine(dropOut, required),
    opening: [greeting(firstName), openingLine({ person, isAbsent })],
    events: [{ ...mailEvent(event), details: [missingLine(dropOut, required), toAskLine(dropOut)] }],
    link: { label: "Voir qui demander", url: links.event },
    closing: [],
    footer: footerOf("drop_outs", [groupName], links),
  };
}
