import { evenOut } from "./even-out.ts";

/** Accents and vowel points, and characters that nobody sees, such as a soft hyphen. */
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]|\p{Default_Ignorable_Code_Point}/gu;

/** Letters that Unicode does not decompose, in upper case. */
const SPELLED_OUT = [
  ["Œ", "OE"],
  ["Æ", "AE"],
  ["Ø", "O"],
  ["Ł", "L"],
  ["Đ", "D"],
  ["Ð", "D"],
  ["Þ", "TH"],
  ["ẞ", "SS"],
] as const;

/**
 * The letters as one reads them: texts that differ in case, accents, ligatures, apostrophes, hyphens or the kind of space
 * become the same. Upper case comes first, as it spells out « ß » and has one letter for « i » and « ı ».
 */
export function foldText(text: string): string {
  const letters = evenOut(text).normalize("NFKD").toUpperCase().replaceAll(MARKS, "");
  const spelled = SPELLED_OUT.reduce((read, [letter, spelling]) => read.replaceAll(letter, spelling), letters);
  return evenOut(spelled).toLowerCase().replaceAll("ς", "σ").trim();
}

/** The same for two people whose names read alike, also where first and last name are swapped. */
export function nameKey(person: { readonly firstName: string; readonly lastName: string }): string {
  return foldText(`${person.firstName} ${person.lastName}`).split(" ").toSorted().join(" ");
}
