import type { PlainDate, YearMonth } from "../../domain/calendar/calendar.ts";
import { longDate } from "../phrases/dates.ts";
import { ofMonth } from "../phrases/short-dates.ts";

export const monthAnswersText = {
  open: "Répondre pour le mois",
  everywhere: { present: "Présent partout", absent: "Absent partout" },
  fillsOnlyOpen: "Ne remplit que ce qui n'a pas encore de réponse.",
  save: "Enregistrer les réponses",
  restored: "Les réponses d'avant sont rétablies.",
  notRestored: "Les réponses d'avant n'ont pas pu être rétablies.",
} as const;

/** « Réponses de novembre 2026 » */
export function answersTitle(month: YearMonth): string {
  return `Réponses ${ofMonth(month)}`;
}

/** « Culte, dimanche 15 novembre 2026 » */
export function answersTo(name: string, date: PlainDate): string {
  return `${name}, ${longDate(date)}`;
}

/** « 3 sans réponse » */
export function withoutAnswer(count: number): string {
  return `${count} sans réponse`;
}

/** « 1 réponse enregistrée », « 5 réponses enregistrées » */
export function answersSaved(count: number): string {
  return count === 1 ? "1 réponse enregistrée" : `${count} réponses enregistrées`;
}

/** « 2 réponses n'ont pas pu être enregistrées », for two and more */
export function answersNotSaved(count: number): string {
  return `${count} réponses n'ont pas pu être enregistrées`;
}
