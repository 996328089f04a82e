import type { AnswerEffect, RoleOfOthers } from "../../domain/line-up/answer-effect.ts";
import { countInWords, frenchList } from "../phrases/role-phrases.ts";

/**
 * One sentence about what the user's own answer changes.
 * @param roleCount how many roles the event needs
 */
export function effectSentence(effect: AnswerEffect, roleCount: number): string {
  switch (effect.kind) {
    case "no_critical_service":
      return "Aucun de vos services n'est un rôle critique\u00a0; votre présence compte quand même.";
    case "covers":
      return `Sans vous, pas ${frenchList(
        effect.roles.map((role) => `de ${role}`),
        "ni",
      )}.`;
    case "line_up":
      return effect.isWhole
        ? `Sans vous, les ${countInWords(roleCount)} rôles ne peuvent pas être tenus ensemble.`
        : "Sans vous, moins de rôles peuvent être tenus ensemble.";
    case "secures":
      return "Sans vous, une seule autre absence suffirait à empêcher de jouer.";
    case "none":
      return coveredByOthers(effect.roles);
  }
}

/** « Batterie : déjà 2 personnes. », « Lead et Guitare sont aussi tenus sans vous. » */
function coveredByOthers(roles: readonly RoleOfOthers[]): string {
  const [first] = roles;
  if (first && roles.length === 1)
    return `${first.role}\u00a0: déjà ${first.others} personne${first.others > 1 ? "s" : ""}.`;
  return `${frenchList(roles.map(({ role }) => role))} sont aussi tenus sans vous.`;
}
