/**
 * Characters that no line may contain: control characters, line breaks, characters that change the direction of
 * surrounding text (Unicode's embeddings, overrides and isolates), annotations, unpaired surrogates, and noncharacters.
 * Emoji joiners, accents, and the plain direction marks of Arabic and Hebrew are allowed.
 */
const ILLEGIBLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/u;

/**
 * Combining marks that pile up on one letter and cover neighbouring lines. No script needs so many: Tibetan and Hebrew
 * use up to six.
 */
const PILE = /\p{M}{9}/u;

/** A visible character: not a space, a combining mark, or a character that Unicode ignores by default. */
const VISIBLE = /[^\p{M}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether each line of a text is legible. Empty lines are allowed. */
export function isLegibleText(text: string): boolean {
  return text.split("\n").every((line) => !ILLEGIBLE.test(line) && !PILE.test(line));
}

/** Whether the line is legible: nothing in it reorders or breaks text, or covers what is around it. */
export function isLegible(text: string): boolean {
  return VISIBLE.test(text) && !ILLEGIBLE.test(text) && !PILE.test(text);
}
