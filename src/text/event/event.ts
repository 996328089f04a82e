import type { Answer } from "../../domain/availability/availability.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { dayAndMonth } from "../phrases/dates.ts";

/** Words about an event that the dashboard needs, too. Those of its page alone are in event-page.ts. */
export const eventText = {
  absent: "Absents",
  backToDashboard: "Retour au tableau de bord",
  criticalRoles: "Rôles critiques",
  delete: "Supprimer l'événement",
  everyoneAnswered: "Tout le monde a répondu.",
  myAvailability: "Ma disponibilité",
  nobodyAbsent: "Aucune absence annoncée.",
  nobodyPresent: "Personne pour l'instant.",
  noService: "Aucun service",
  present: "Présents",
  team: "Équipe",
  withdrawAnswer: "Retirer ma réponse",
} as const;

export const deletionQuestion = (name: string) => `Supprimer «\u00a0${name}\u00a0»\u00a0?`;

/** What is deleted along with an event: the answers of `count` people. */
export function answersGoingToo(count: number): string {
  if (count === 0) return "Personne n'a encore répondu.";
  if (count === 1) return "La réponse d'une personne part avec lui.";
  return `Les ${count} réponses de l'équipe partent avec lui.`;
}

export const eventDeleted = (name: string) => `«\u00a0${name}\u00a0» supprimé.`;
export const eventNotDeleted = (name: string, reason: string) =>
  `«\u00a0${name}\u00a0» n'a pas pu être supprimé. ${reason}`;

export const ownAnswerText = { notSaved: "Votre réponse n'a pas pu être enregistrée" } as const;

/** « Absence notée pour le 15 novembre. »; `null`: the answer was withdrawn */
export function answerNoted(answer: Answer | null, date: PlainDate): string {
  const noted = { present: "Présence notée", absent: "Absence notée" };
  return `${answer === null ? "Réponse retirée" : noted[answer]} pour le ${dayAndMonth(date)}.`;
}
