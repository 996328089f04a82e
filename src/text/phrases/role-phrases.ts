import { BAND_ROLES, type BandRole, type KnownRole } from "../../domain/line-up/band-roles.ts";

/** Each role with its article, for use in a sentence. « Pasteur » and « DM » are people, so they are worded as roles. */
const WITH_ARTICLE: Readonly<Record<KnownRole, string>> = {
  Lead: "le Lead",
  Batterie: "la Batterie",
  Bass: "la Bass",
  Piano: "le Piano",
  Guitare: "la Guitare",
  Sono: "la Sono",
  Pasteur: "le rôle de Pasteur",
  Voix: "la Voix",
  Clavier: "le Clavier",
  Violon: "le Violon",
  Saxophone: "le Saxophone",
  Percussions: "les Percussions",
  DM: "le rôle de DM",
};

const ROLE_NAMES = new RegExp(`(?<=\\b(?:la|les?|aux?|du|de|des) )(${BAND_ROLES.join("|")})\\b`);

const NUMBERS = "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(
  " ",
);

/** « sept »: the number of roles or people (feminine) in a sentence; in figures beyond sixteen. */
export function countInWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** « Lead, Bass et Guitare » */
export function frenchList(items: readonly string[], conjunction: "et" | "ni" = "et"): string {
  return items.map((item, index) => item + listSeparator(index, items.length, conjunction)).join("");
}

/** What stands behind an item of such a list; nothing behind the last one. */
export function listSeparator(index: number, count: number, conjunction: "et" | "ni" = "et"): string {
  if (index === count - 1) return "";
  return index === count - 2 ? ` ${conjunction} ` : ", ";
}

/** « la Batterie et le Piano »; as in all such lists, a role is named once, however often it is needed */
export function theRoles(roles: readonly BandRole[]): string {
  return frenchList(eachOnce(roles).map(theRole));
}

/** « à la Batterie et au Piano » */
export function toTheRoles(roles: readonly BandRole[]): string {
  return frenchList(
    eachOnce(roles).map((role) => `à ${theRole(role)}`.replace("à le ", "au ").replace("à les ", "aux ")),
  );
}

/** « de la Batterie et du Piano » */
export function fromTheRoles(roles: readonly BandRole[]): string {
  return frenchList(
    eachOnce(roles).map((role) => `de ${theRole(role)}`.replace("de le ", "du ").replace("de les ", "des ")),
  );
}

/** « pour la Batterie et pour le Piano » */
export function forTheRoles(roles: readonly BandRole[], conjunction: "et" | "ni" = "et"): string {
  return frenchList(
    eachOnce(roles).map((role) => `pour ${theRole(role)}`),
    conjunction,
  );
}

function eachOnce(roles: readonly BandRole[]): BandRole[] {
  return [...new Set(roles)];
}

/** A role of the team's own has no known gender, so it is worded as a role. */
function theRole(role: BandRole): string {
  return (WITH_ARTICLE as Readonly<Record<BandRole, string>>)[role] ?? `le rôle ${elided(role)}`;
}

/** « de Trompette », « d'Accueil ». An h is taken to be mute. */
function elided(name: string): string {
  return /^[aeiouyh]/i.test(name.normalize("NFD")) ? `d'${name}` : `de ${name}`;
}

/** Splits a sentence into pieces, so that the roles in it can be emphasised. */
export function piecesOf(sentence: string): { readonly text: string; readonly isRole: boolean }[] {
  return sentence.split(ROLE_NAMES).map((text, index) => ({ text, isRole: index % 2 === 1 }));
}
