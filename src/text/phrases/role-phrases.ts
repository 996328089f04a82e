import { CRITICAL_ROLES, type CriticalRole } from "../../domain/line-up/critical-roles.ts";

/** Each role with its article, for use in a sentence. « Pasteur » is a person, so it is worded as a role. */
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

const NUMBERS = "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(
  " ",
);

/** « sept »: the number of roles or people (feminine) in a sentence; in figures beyond sixteen. */
export function countInWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

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

/** Splits a sentence into pieces, so that the roles in it can be emphasised. */
export function piecesOf(sentence: string): { readonly text: string; readonly isRole: boolean }[] {
  return sentence.split(ROLE_NAMES).map((text, index) => ({ text, isRole: index % 2 === 1 }));
}
