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

export const eventCount = (count: number) => `${count} événement${count > 1 ? "s" : ""}`;
export const addEventOn = (date: PlainDate) => `Ajouter un événement le ${fullDate(date)}`;
export const deleteEvent = (name: string) => `Supprimer l'événement ${name}`;
export const groupMark = (groupId: string) => `gr.\u00a0${groupId}`;
export const moreEvents = (count: number) => `+${count}`;
