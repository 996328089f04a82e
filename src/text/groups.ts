import type { PlainDate, PlainTime } from "../domain/calendar.ts";
import { dayTitle } from "./dates.ts";

/** Words of the choice of a group. */
export const groupText = {
  title: "Choisir un groupe",
  none: "Aucun groupe pour l'instant",
  noneHint: "Un administrateur doit d'abord en créer un.",
  noUpcomingEvent: "Aucun événement à venir",
} as const;

/** « Bonjour Camille. Avec qui jouez-vous ? » */
export function groupGreeting(firstName: string): string {
  return `Bonjour ${firstName}. Avec qui jouez-vous\u00a0?`;
}

/** « jeudi 12 novembre à 19:30 · Répétition » */
export function nextEventLine(event: {
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly name: string;
}): string {
  return `${dayTitle(event.date)} à ${event.time} · ${event.name}`;
}

/** « Présents bientôt : Camille Perrin, Élise Fontaine » */
export function comingPeople(names: readonly string[]): string {
  return `Présents bientôt\u00a0: ${names.join(", ")}`;
}
