import type { BandRole } from "../../domain/line-up/band-roles.ts";

/** Words of the roles that a group's events need, and of those of one event. */
export const requiredRolesText = {
  title: "Rôles nécessaires",
  explanation:
    "Les rôles sans lesquels un événement de ce groupe n'est pas complet. Un événement peut aussi avoir les siens.",
  nothingNeeded: "Rien n'est coché\u00a0: aucun rôle ne manque jamais, et un événement est complet même sans personne.",
  ofGroup: "Ceux du groupe",
  chosen: "Choisir",
  nothingNeededHere: "Rien n'est coché\u00a0: aucun rôle ne manque, et l'événement est complet même sans personne.",
} as const;

/** « Pour ce groupe : Lead, Batterie, Bass. » */
export function rolesOfGroup(roles: readonly BandRole[]): string {
  return roles.length === 0 ? "Le groupe n'a besoin d'aucun rôle." : `Pour ce groupe\u00a0: ${roles.join(", ")}.`;
}

/** What the folded line of the form says of an event's own roles: « 5 rôles nécessaires »; empty for those of the group. */
export function setRoles(roles: readonly BandRole[] | null): string {
  if (roles === null) return "";
  if (roles.length === 0) return "aucun rôle nécessaire";
  return `${roles.length}\u00a0rôle${roles.length > 1 ? "s nécessaires" : " nécessaire"}`;
}
