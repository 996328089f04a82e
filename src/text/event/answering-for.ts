import type { Answer } from "../../domain/availability/availability.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { dayAndMonth } from "../phrases/dates.ts";

export const answeringForText = {
  failed: "La réponse n'a pas pu être enregistrée",
  withdraw: "Retirer la réponse",
} as const;

/** « Répondre pour Paul Martin » */
export function answerFor(name: string): string {
  return `Répondre pour ${name}`;
}

/** « Retirer la réponse pour Paul Martin » */
export function withdrawFor(name: string): string {
  return `${answeringForText.withdraw} pour ${name}`;
}

/** « par Camille Perrin » */
export function byAuthor(name: string): string {
  return `par ${name}`;
}

/** « « J'arrive à 9 h » » */
export function quotedComment(comment: string): string {
  return `«\u00a0${comment}\u00a0»`;
}

/** « Paul Martin : présence notée pour le 15 novembre. » */
export function answerNotedFor(name: string, answer: Answer | null, date: PlainDate): string {
  const noted = { present: "présence notée", absent: "absence notée" };
  return `${name}\u00a0: ${answer === null ? "réponse retirée" : noted[answer]} pour le ${dayAndMonth(date)}.`;
}

/** « Pour Léa Petit », before the answers that somebody gives for her */
export function forPerson(name: string): string {
  return `Pour ${name}`;
}

/** « Léa joue : », before her roles */
export function personPlays(firstName: string): string {
  return `${firstName} joue\u00a0: `;
}
