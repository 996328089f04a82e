import type { BandRole } from "../../../domain/line-up/band-roles.ts";
import { frenchList } from "../../phrases/role-phrases.ts";

/** Words for a musician who looks for somebody to take their place. */
export const replacementText = {
  title: "Qui peut prendre ma place\u00a0?",
  nobody:
    "Personne d'autre dans le groupe ne peut prendre cette place sans avoir déjà répondu. Prévenez la personne qui organise.",
  first: "La première personne qui dit oui prend la place, et l'équipe est prévenue.",
  failed: "La demande n'a pas pu être envoyée",
  loadFailed: "Les demandes déjà faites n'ont pas pu être chargées",
  offline: "Hors ligne\u00a0: une demande ne part qu'avec une connexion.",
} as const;

/** « Votre place dans la formation : Batterie. » */
export function placeToTake(roles: readonly BandRole[]): string {
  return `Votre place dans la formation\u00a0: ${frenchList(roles)}.`;
}
