import type { YearMonth } from "../../domain/calendar/calendar.ts";
import { foldText } from "../../domain/people/fold-text.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { longDate } from "../phrases/dates.ts";
import { ofMonth } from "../phrases/event-times.ts";

/** Words for answering all events of a month at once. */
export const monthAnswersText = {
  open: "Répondre pour le mois",
  everywhere: { present: "Présent partout", absent: "Absent partout" },
  fillsOnlyOpen: "Ne remplit que ce qui n'a pas encore de réponse.",
  save: "Enregistrer les réponses",
  restored: "Les réponses d'avant sont rétablies.",
  notRestored: "Les réponses d'avant n'ont pas pu être rétablies.",
} as const;

export const answersTitle = (month: YearMonth) => `Réponses ${ofMonth(month)}`;

type Scheduled = Pick<EventDetails, "name" | "date" | "time">;

/** « Culte, dimanche 15 novembre 2026 », and « , 10:00 » if another event would have the same text */
export function answersTo({ name, date, time }: Scheduled, all: readonly Scheduled[]): string {
  const alike = all.filter((other) => other.date === date && foldText(other.name) === foldText(name));
  return [name, longDate(date), ...(alike.length > 1 ? [time] : [])].join(", ");
}

export const withoutAnswer = (count: number) => `${count} sans réponse`;
export const answersSaved = (count: number) =>
  count === 1 ? "1 réponse enregistrée." : `${count} réponses enregistrées.`;
export const answersNotSaved = (count: number) => `${count} réponses n'ont pas pu être enregistrées`;
