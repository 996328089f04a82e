import type { Answer } from "../../domain/availability/availability.ts";
import type { Elsewhere } from "../../domain/availability/overlap.ts";
import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { dayAndMonth } from "../phrases/dates.ts";

/** Words of an event's page. The dashboard does not load them. */
export const eventPageText = {
  comment: "Un mot (facultatif)",
  commentSaved: "Mot enregistré.",
  answersGoing: "Les réponses déjà données à ces dates partent avec elles.",
  duplicate: "Dupliquer",
  edit: "Modifier l'événement",
  saveComment: "Enregistrer le mot",
} as const;

/** What is deleted along with several events: `answers` answers. */
export function answersGoingWithAll(events: number, answers: number): string {
  const dates = `${events}\u00a0dates`;
  if (answers === 0) return `${dates}, sans aucune réponse.`;
  return `${dates}, avec ${answers === 1 ? "une réponse" : `${answers}\u00a0réponses`} de l'équipe.`;
}

export const seriesDeleted = (name: string) => `«\u00a0${name}\u00a0» et ses dates suivantes supprimés.`;

export const answeringForText = {
  failed: "La réponse n'a pas pu être enregistrée",
  withdraw: "Retirer la réponse",
} as const;

export const answerFor = (name: string) => `Répondre pour ${name}`;
export const withdrawFor = (name: string) => `${answeringForText.withdraw} pour ${name}`;
export const byAuthor = (name: string) => `par ${name}`;
export const quotedComment = (comment: string) => `«\u00a0${comment}\u00a0»`;

/** « Paul Martin : présence notée pour le 15 novembre. » */
export function answerNotedFor(name: string, answer: Answer | null, date: PlainDate): string {
  const noted = { present: "présence notée", absent: "absence notée" };
  return `${name}\u00a0: ${answer === null ? "réponse retirée" : noted[answer]} pour le ${dayAndMonth(date)}.`;
}

export const forPerson = (name: string) => `Pour ${name}`;
export const alsoPresentAt = ({ name, time }: Elsewhere) => `Vous êtes aussi présent à ${name}, à ${time}.`;

export const calendarDownloadText = {
  add: "Ajouter à mon agenda",
  failed: "L'événement n'a pas pu être préparé pour votre agenda.",
} as const;

/** Characters that file systems do not accept in a name. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{C}]+/gu;
const NAME_MAX = 80;

export const calendarFileName = ({ name, date }: { readonly name: string; readonly date: string }) =>
  `${name.replaceAll(NOT_IN_NAMES, " ").trim().slice(0, NAME_MAX)} ${date}.ics`;
