import type { AbsenceDays } from "../../domain/availability/absences.ts";
import { monthOf, type PlainDate } from "../../domain/calendar/calendar.ts";
import { dayAndMonth, dayInWords, fullDate, longDate, weekdayName } from "../phrases/dates.ts";

/** Words of `/absences`, where people enter the days on which they are away. */
export const absencesText = {
  title: "Mes absences",
  explanation:
    "Entre ces dates, vous comptez parmi les absents, sauf là où vous répondez vous-même. Personne d'autre ne voit ces dates.",
  from: "Du",
  to: "Au",
  add: "Ajouter l'absence",
  added: "Absence ajoutée.",
  notAdded: "L'absence n'a pas pu être ajoutée",
  removed: "Absence retirée.",
  notRemoved: "L'absence n'a pas pu être retirée",
  none: "Aucune absence prévue.",
  notLoaded: "Vos absences n'ont pas pu être chargées.",
} as const;

/** « du 24 décembre 2026 » and « au 3 janvier 2027 »; the first year only if the years differ */
export function absenceEnds({ from, to }: AbsenceDays): readonly [string, string] {
  const isSameYear = monthOf(from).year === monthOf(to).year;
  return [`du ${isSameYear ? dayAndMonth(from) : fullDate(from)}`, `au ${fullDate(to)}`];
}

export const absenceName = (days: AbsenceDays) => absenceEnds(days).join(" ");
export const removeAbsence = (days: AbsenceDays) => `Retirer l'absence ${absenceName(days)}`;

/** « samedi 5 », « samedi 5 décembre » or « samedi 5 décembre 2026 »: month and year only if the last day has others */
function firstDay(from: PlainDate, to: PlainDate): string {
  const [first, last] = [monthOf(from), monthOf(to)];
  if (first.year !== last.year) return longDate(from);
  if (first.month !== last.month) return `${weekdayName(from)} ${dayAndMonth(from)}`;
  return `${weekdayName(from)} ${dayInWords(from)}`;
}

export const daysInWords = ({ from, to }: AbsenceDays) =>
  from === to ? `le ${longDate(from)}` : `du ${firstDay(from, to)} au ${longDate(to)}`;
export const eventsInWords = (count: number) => `${count === 0 ? "Aucun" : count} événement${count > 1 ? "s" : ""}`;

/** Follows `eventsInWords`. */
export const inTheseDays = "dans ces dates";

/** « 2 événements, dont 1 déjà répondu » */
export function touchedEvents(count: number, answered: number): string {
  if (count === 0) return "Aucun événement pour l'instant";
  const answeredPart = answered === 0 ? "" : `, dont ${answered} déjà répondu${answered > 1 ? "s" : ""}`;
  return `${eventsInWords(count)}${answeredPart}`;
}
