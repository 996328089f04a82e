import type { BandRole } from "../../../domain/line-up/band-roles.ts";
import type { RepairMove } from "../../../domain/line-up/repair.ts";
import { fullName } from "../../../domain/people/people.ts";
import { forTheRoles, fromTheRoles, theRoles, toTheRoles } from "../../phrases/role-phrases.ts";

export const repairText = {
  title: "Réparation proposée",
  impossible: "Avec les personnes présentes, la formation ne peut pas être réparée.",
  nothingElse: "Rien d'autre ne change.",
  apply: "Appliquer la réparation",
  applied: "Formation réparée.",
  newcomer: "puis",
} as const;

/** « Paul passe de la Bass à la Batterie, Anna prend la Bass. » */
export function repairSentence(moves: readonly RepairMove[]): string {
  return moves.length === 0 ? "" : `${moves.map(clauseOf).join(", ")}.`;
}

function clauseOf({ person, from, to }: RepairMove): string {
  const name = fullName(person);
  const left = from.filter((role) => !to.includes(role));
  const added = to.filter((role) => !from.includes(role));
  if (added.length === 0) return `${name} laisse ${theRoles(left)}`;
  if (from.length === 0) return `${name} prend ${theRoles(added)}`;
  if (left.length === 0) return `${name} prend aussi ${theRoles(added)}`;
  return `${name} passe ${fromTheRoles(left)} ${toTheRoles(added)}`;
}

/** The roles that nobody present can take without leaving another one open: « Il manque toujours quelqu'un pour la Sono. » */
export function stillOpenSentence(roles: readonly BandRole[]): string {
  return roles.length === 0 ? "" : `Il manque toujours quelqu'un ${forTheRoles(roles)}.`;
}
