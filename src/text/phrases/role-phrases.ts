import { CRITICAL_ROLES, type CriticalRole } from "../domain/critical-roles.ts";

/** As said within a sentence; a pastor is somebody, so the role has to be named. */
const WITH_ARTICLE: Readonly<Record<CriticalRole, string>> = {
  Lead: "le Lead",
  Batterie: "la Batterie",
  Bass: "la Bass",
  Piano: "le Piano",
  Guitare: "la Guitare",
  Sono: "la Sono",
  Pasteur: "le rôle de Pasteur",
};

const ROLE_NAMES = new RegExp(`(?<=\\b(?:la|le|au|du|de) )(${CRITICAL_ROLES.join("|")})\\b`);

/** « Lead, Bass et Guitare » */
export function frenchList(items: readonly string[], conjunction: "et" | "ni" = "et"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${conjunction} ${items.slice(-1).join("")}`;
}

/** « la Batterie et le Piano » */
export function theRoles(roles: readonly CriticalRole[]): string {
  return frenchList(roles.map(theRole));
}

/** « à la Batterie et au Piano » */
export function toTheRoles(roles: readonly CriticalRole[]): string {
  return frenchList(roles.map((role) => `à ${theRole(role)}`.replace("à le ", "au ")));
}

/** « de la Batterie et du Piano » */
export function fromTheRoles(roles: readonly CriticalRole[]): string {
  return frenchList(roles.map((role) => `de ${theRole(role)}`.replace("de le ", "du ")));
}

/** « pour la Batterie et pour le Piano » */
export function forTheRoles(roles: readonly CriticalRole[], conjunction: "et" | "ni" = "et"): string {
  return frenchList(
    roles.map((role) => `pour ${theRole(role)}`),
    conjunction,
  );
}

function theRole(role: CriticalRole): string {
  return WITH_ARTICLE[role];
}

/** A sentence in pieces, to set off the roles that it names. */
export function piecesOf(sentence: string): { readonly text: string; readonly isRole: boolean }[] {
  return sentence.split(ROLE_NAMES).map((text, index) => ({ text, isRole: index % 2 === 1 }));
}
