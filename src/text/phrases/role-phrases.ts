import type { BandRole, KnownRole } from "../../domain/line-up/band-roles.ts";
import { foldText } from "../../domain/people/fold-text.ts";

/** Each role with its article. « Pasteur » and « DM » are people, so they are worded as roles. */
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

/** The first words of roles that teams often add, by gender. */
const FEMININE = /^(camera|chorale|clarinette|contrebasse|flute|harpe|lumiere|projection|traduction|trompette|video)\b/;
const MASCULINE =
  /^(accordeon|accueil|alto|basson|bugle|choeur|cor|cornet|eclairage|euphonium|hautbois|orgue|trombone|tuba|violoncelle)\b/;

const NUMBERS = "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(
  " ",
);

/** « sept », with « une » for 1; in figures beyond sixteen. */
export const countInWords = (count: number) => NUMBERS[count] ?? String(count);

/** « Lead, Bass et Guitare » */
export const frenchList = (items: readonly string[], conjunction: "et" | "ni" = "et") =>
  items.map((item, index) => item + listSeparator(index, items.length, conjunction)).join("");

/** What follows an item of a `frenchList`; empty after the last one. */
export function listSeparator(index: number, count: number, conjunction: "et" | "ni" = "et"): string {
  if (index === count - 1) return "";
  return index === count - 2 ? ` ${conjunction} ` : ", ";
}

/** « la Batterie et le Piano ». Here and below, a role that is needed several times is named once. */
export const theRoles = (roles: readonly BandRole[]) => frenchList(eachOnce(roles).map(theRole));

/** « à la Batterie et au Piano » */
export const toTheRoles = (roles: readonly BandRole[]) =>
  frenchList(eachOnce(roles).map((role) => `à ${theRole(role)}`.replace("à le ", "au ").replace("à les ", "aux ")));

/** « de la Batterie et du Piano » */
export const fromTheRoles = (roles: readonly BandRole[]) =>
  frenchList(eachOnce(roles).map((role) => `de ${theRole(role)}`.replace("de le ", "du ").replace("de les ", "des ")));

/** « pour la Batterie et pour le Piano » */
export function forTheRoles(roles: readonly BandRole[], conjunction: "et" | "ni" = "et"): string {
  return frenchList(
    eachOnce(roles).map((role) => `pour ${theRole(role)}`),
    conjunction,
  );
}

const eachOnce = (roles: readonly BandRole[]): BandRole[] => [...new Set(roles)];

/** « la Batterie »; « le rôle de Narration » for a role of the team whose gender is not known */
function theRole(role: BandRole): string {
  const article = (WITH_ARTICLE as Readonly<Record<BandRole, string>>)[role];
  if (article !== undefined) return article;
  const name = foldText(role);
  const isVowelFirst = /^[aeiouy]/.test(name);
  if (FEMININE.test(name)) return `la ${role}`;
  if (MASCULINE.test(name)) return isVowelFirst ? `l'${role}` : `le ${role}`;
  return `le rôle ${isVowelFirst ? "d'" : "de "}${role}`;
}

/** Splits a sentence into pieces, so that the names of these roles in it can be emphasised. */
export function piecesOf(
  sentence: string,
  roles: readonly BandRole[],
): { readonly text: string; readonly isRole: boolean }[] {
  // Longest names first: « Trompette basse » begins with « Trompette ».
  const names = eachOnce(roles)
    .toSorted((a, b) => b.length - a.length)
    .map((role) => role.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  // A name counts as a role only after an article.
  const afterArticle = String.raw`(?<=(?<!\p{L})(?:(?:la|les?|aux?|du|de|des) |[dl]'))`;
  return sentence
    .split(new RegExp(`${afterArticle}(${names.join("|")})(?![\\p{L}\\d])`, "u"))
    .map((text, index) => ({ text, isRole: index % 2 === 1 }));
}
