import { type BandRole, hasSeveral, placesOf } from "../../domain/line-up/band-roles.ts";

export const requiredRolesText = {
  title: "Rôles nécessaires",
  explanation:
    "Les rôles sans lesquels un événement de ce groupe n'est pas complet. Un événement peut aussi avoir les siens.",
  nothingNeeded: "Rien n'est coché\u00a0: aucun rôle ne manque jamais, et un événement est complet même sans personne.",
  ofGroup: "Ceux du groupe",
  chosen: "Choisir",
  nothingNeededHere: "Rien n'est coché\u00a0: aucun rôle ne manque, et l'événement est complet même sans personne.",
} as const;

export const numberFor = (role: BandRole) => `Nombre pour ${role}`;
export const oneMoreFor = (role: BandRole) => `Une personne de plus pour ${role}`;
export const oneLessFor = (role: BandRole) => `Une personne de moins pour ${role}`;
export const placeCount = (count: number) => `${count}\u00a0place${count > 1 ? "s" : ""}`;

/** « Pour ce groupe : Lead, Batterie, Voix (2). » */
export function rolesOfGroup(roles: readonly BandRole[]): string {
  if (roles.length === 0) return "Le groupe n'a besoin d'aucun rôle.";
  const names = [...new Set(roles)].map((role) => {
    const needed = placesOf(roles, role);
    return needed > 1 ? `${role} (${needed})` : role;
  });
  return `Pour ce groupe\u00a0: ${names.join(", ")}.`;
}

/** An event's own roles, in the form's folded line: « 5 rôles nécessaires »; empty for its group's roles (`null`). */
export function ownRolesSummary(roles: readonly BandRole[] | null): string {
  if (roles === null) return "";
  if (roles.length === 0) return "aucun rôle nécessaire";
  if (hasSeveral(roles)) return `${placeCount(roles.length)} nécessaires`;
  return `${roles.length}\u00a0rôle${roles.length > 1 ? "s nécessaires" : " nécessaire"}`;
}
