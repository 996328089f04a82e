import type { ClientErrorCode, ErrorCode } from "../contract/errors.ts";
import { TRASH_KEPT_DAYS } from "../contract/trash.ts";
import type { Restoration } from "../domain/undoing.ts";
import { sentenceOf } from "./errors.ts";

/** Said where a deletion is asked about: how it can be taken back. */
export function wayBack(isShared: boolean): string {
  return isShared
    ? `Vous pourrez l'annuler aussitôt, ou le restaurer depuis la corbeille pendant ${TRASH_KEPT_DAYS}\u00a0jours.`
    : "Vous aurez 10\u00a0secondes pour annuler.";
}

/** « « Culte » restauré. », « Groupe « Chorale » restauré. » */
export function restored(name: string, type: Restoration["type"]): string {
  return `${type === "group.restored" ? "Groupe " : ""}«\u00a0${name}\u00a0» restauré.`;
}

/** « « Culte » n'a pas pu être restauré. » and why not, a sentence of its own */
export function notRestored(name: string, reason: string): string {
  return `«\u00a0${name}\u00a0» n'a pas pu être restauré. ${reason}`;
}

/** Why something did not come back. */
export function restorationReason(type: Restoration["type"], code: ErrorCode | ClientErrorCode): string {
  const isForgotten = code === (type === "event.restored" ? "event.not_found" : "group.not_found");
  if (!isForgotten) return sentenceOf(code);
  return `Plus rien à restaurer\u00a0: la corbeille garde ${TRASH_KEPT_DAYS}\u00a0jours ce qui est supprimé.`;
}
