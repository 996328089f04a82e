import type { Answer } from "../../domain/availability/availability.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { dayAndMonth } from "../phrases/dates.ts";

export const ownAnswerText = { notSaved: "Votre réponse n'a pas pu être enregistrée" } as const;

/** « Absence notée pour le 15 novembre. »; `null` for a withdrawn answer */
export function answerNoted(answer: Answer | null, date: PlainDate): string {
  const noted = { present: "Présence notée", absent: "Absence notée" };
  return `${answer === null ? "Réponse retirée" : noted[answer]} pour le ${dayAndMonth(date)}.`;
}
