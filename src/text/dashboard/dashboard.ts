import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { fullDate } from "../phrases/dates.ts";

export const dashboardText = {
  calendar: "Calendrier",
  gridKeys:
    "Flèches\u00a0: d'un jour à l'autre. Entrée\u00a0: ouvrir le jour. F2\u00a0: parcourir ce qu'il contient, Échap pour en sortir.",
  legend: "Légende",
  nextMonth: "Mois suivant",
  noneThatDay: "Aucun événement ce jour-là.",
  previousMonth: "Mois précédent",
  toAnswer: "À répondre",
  today: "Aujourd'hui",
  upcoming: "Prochains événements",
} as const;

/** « 1 événement », « 2 événements » */
export function eventCount(count: number): string {
  return `${count} événement${count > 1 ? "s" : ""}`;
}

/** « Ajouter un événement le 24 novembre 2026 » */
export function addEventOn(date: PlainDate): string {
  return `Ajouter un événement le ${fullDate(date)}`;
}

/** « Supprimer l'événement Culte » */
export function deleteEvent(name: string): string {
  return `Supprimer l'événement ${name}`;
}

/** « gr. 2 »: short enough for a calendar cell */
export function groupMark(groupId: string): string {
  return `gr.\u00a0${groupId}`;
}

/** « +4 »: the number of a day's events whose icons do not fit into the phone's month */
export function moreEvents(count: number): string {
  return `+${count}`;
}
