import type { PlainDate, PlainTime, YearMonth } from "../../domain/calendar/calendar.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { eventCount } from "../dashboard/dashboard.ts";
import { fullDateTime } from "../phrases/dates.ts";
import { missingNames } from "../phrases/places.ts";
import { ofMonth } from "../phrases/short-dates.ts";

export const gridText = {
  title: "Grille",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  print: "Imprimer",
  download: "Télécharger (CSV)",
  members: "Membres",
  missingRoles: "Rôles manquants",
  noEvent: "Aucun événement ce mois-ci.",
  noEventHint: "La grille montre les événements du groupe choisi, mois par mois.",
  rolesTaken: "Sous une réponse\u00a0: le rôle tenu dans la formation retenue.",
  nobodyKnown: "La liste des personnes n'a pas pu être chargée.",
} as const;

/** « Grille de novembre 2026 » */
export function gridCaption(month: YearMonth): string {
  return `${gridText.title} ${ofMonth(month)}`;
}

/** « 1 personne », « 13 personnes » */
export function personCount(count: number): string {
  return `${count} personne${count > 1 ? "s" : ""}`;
}

/** « 13 personnes · 10 événements » */
export function gridSize(people: number, events: number): string {
  return `${personCount(people)} · ${eventCount(events)}`;
}

/** « Batterie, Voix (1 sur 2) », or « aucun » */
export function missingInWords(missing: readonly BandRole[], required: readonly BandRole[] = []): string {
  return missing.length === 0 ? "aucun" : missingNames(missing, required).join(", ");
}

/** « Batterie », « Lead, Guitare » */
export function rolesInWords(roles: readonly BandRole[]): string {
  return roles.join(", ");
}

/** « Imprimé le 12 novembre 2026 à 09:30 · Diapason » */
export function printedOn(date: PlainDate, time: PlainTime): string {
  return `Imprimé le ${fullDateTime(date, time)} · Diapason`;
}
