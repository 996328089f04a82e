const SOFT_HYPHEN = "\u00ad";
/** Shorter words stay whole. */
const LONG_WORD = /\p{L}{8,}/gu;
const VOWELS = "aeiouyàâäéèêëîïôöùûüœæ";
/** A syllable begins with one consonant before a vowel, or with two that are pronounced together. */
const BEGINNING = new RegExp(`(?:[bcdfgpt][lr]|vr|[cpst]h|gn|[^${VOWELS}])(?=[${VOWELS}])`, "giu");
/** The fewest letters of a part. */
const SHORTEST = 3;

/** Splits a text at the French syllables of its long words, where a line may break with a hyphen. */
export const syllables = (text: string): string[] => text.replace(LONG_WORD, withSoftHyphens).split(SOFT_HYPHEN);

function withSoftHyphens(word: string): string {
  return word.replace(BEGINNING, (beginning, at: number) => {
    const isFarFromEnds = at >= SHORTEST && word.length - at >= SHORTEST;
    return isFarFromEnds ? SOFT_HYPHEN + beginning : beginning;
  });
}
