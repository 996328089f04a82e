import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { TRASH_KEPT_DAYS } from "../../domain/planning/planning.ts";
import type { Restoration } from "../../domain/planning/undoing.ts";
import { eventCount } from "../dashboard/dashboard.ts";
import { changeFailureSentence } from "../errors/planning-errors.ts";
import type { Failure } from "../errors/server-errors.ts";
import { fullDate } from "../phrases/dates.ts";

const KEPT = `${TRASH_KEPT_DAYS}\u00a0jours`;

/** Words of the trash, from which admins restore deleted groups and events. */
export const trashText = {
  title: "Corbeille",
  hint: `Ce qui est supprimé attend ici ${KEPT}, et revient avec ses réponses.`,
  localHint:
    "La corbeille va avec le planning partagé. Tant que le planning reste sur cet appareil, une suppression s'annule pendant 10\u00a0secondes.",
  none: "La corbeille est vide",
  noneHint: "Les groupes et les événements supprimés s'afficheront ici.",
  loadFailed: "La corbeille n'a pas pu être chargée.",
  restore: "Restaurer",
} as const;

export const restoreNamed = (name: string) => `${trashText.restore} ${name}`;
export const keptBetween = (deleted: PlainDate, last: PlainDate) =>
  `Supprimé le ${fullDate(deleted)}, gardé jusqu'au ${fullDate(last)}`;
export const trashedGroupLine = (events: number) => `Groupe · ${events === 0 ? "aucun événement" : eventCount(events)}`;
export const trashedEventLine = (groupName: string, answers: number) =>
  `${groupName} · ${answers === 0 ? "aucune réponse" : `${answers} réponse${answers > 1 ? "s" : ""}`}`;

/** How a deletion can be undone, shown in its confirmation. */
export const wayBack = (isShared: boolean) =>
  isShared
    ? `Vous pourrez annuler aussitôt, ou le restaurer pendant ${KEPT} depuis la corbeille, dans Administration.`
    : "Vous aurez 10\u00a0secondes pour annuler.";

/** « « Culte » restauré. », « Groupe « Chorale » restauré. » */
export function restored(name: string, type: Restoration["type"]): string {
  if (type === "series.restored") return `«\u00a0${name}\u00a0» et ses dates suivantes restaurés.`;
  return `${type === "group.restored" ? "Groupe " : ""}«\u00a0${name}\u00a0» restauré.`;
}

export const notRestored = (name: string) => `«\u00a0${name}\u00a0» n'a pas pu être restauré`;

/** Why a restoration failed, as a separate sentence. */
export function restorationReason(type: Restoration["type"], failure: Failure): string {
  const isForgotten = failure.code === (type === "group.restored" ? "group.not_found" : "event.not_found");
  return isForgotten
    ? `Plus rien à restaurer\u00a0: la corbeille garde ${KEPT} ce qui est supprimé.`
    : changeFailureSentence(failure);
}
