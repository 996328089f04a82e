import type { AnswerEffect, RoleOfOthers, SharedRole } from "../../domain/line-up/answer-effect.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { roleWithShare } from "../phrases/places.ts";
import { countInWords, frenchList } from "../phrases/role-phrases.ts";

/**
 * One sentence about what the user's own answer changes.
 * @param roleCount how many roles the event needs, each as often as it is needed
 * @param hasPlaces whether one of them is needed several times
 */
export function effectSentence(effect: AnswerEffect, roleCount: number, hasPlaces = false): string {
  switch (effect.kind) {
    case "no_critical_service":
      return "Aucun de vos services n'est un rôle critique\u00a0; votre présence compte quand même.";
    case "covers":
      if (effect.several)
        return `Sans vous, il manque\u00a0: ${lackingNames(effect.roles, effect.several).join(", ")}.`;
      return `Sans vous, pas ${frenchList(
        effect.roles.map((role) => `de ${role}`),
        "ni",
      )}.`;
    case "line_up":
      return effect.isWhole
        ? `Sans vous, les ${countInWords(roleCount)} ${hasPlaces ? "places ne peuvent pas être tenues" : "rôles ne peuvent pas être tenus"} ensemble.`
        : "Sans vous, moins de rôles peuvent être tenus ensemble.";
    case "secures":
      return "Sans vous, une seule autre absence suffirait à empêcher de jouer.";
    case "none":
      return coveredByOthers(effect.roles);
  }
}

/** « Lead », « Voix (1 sur 2) » */
function lackingNames(roles: readonly BandRole[], several: readonly SharedRole[]): string[] {
  return roles.map((role) => {
    const { others, needed } = several.find((shared) => shared.role === role) ?? { others: 0, needed: 1 };
    return roleWithShare(role, others, needed);
  });
}

/** « Batterie : déjà 2 personnes. », « Lead et Guitare sont aussi tenus sans vous. » */
function coveredByOthers(roles: readonly RoleOfOthers[]): string {
  const [first] = roles;
  if (first && roles.length === 1)
    return `${first.role}\u00a0: déjà ${first.others} personne${first.others > 1 ? "s" : ""}.`;
  return `${frenchList(roles.map(({ role }) => role))} sont aussi tenus sans vous.`;
}
