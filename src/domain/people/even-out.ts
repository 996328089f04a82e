/** Apostrophes, and the marks that are typed for them. They are often left out, so they count as nothing. */
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g;

/** What separates words. Spaces that do not break, and tabs, are among `\s`. */
const GAPS = /[\p{Dash}\s,]+/gu;

/** Without apostrophes, and with one space between words, whatever separated them. */
export function evenOut(text: string): string {
  return text.replaceAll(APOSTROPHES, "").replaceAll(GAPS, " ");
}
