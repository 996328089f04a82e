interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether a word is written in capitals, as French lists write last names. */
function isCapitals(word: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toLocaleUpperCase("fr");
}

/**
 * First and last name of a name in one piece: « Léa Dupont », « Dupont, Léa », « DUPONT Léa ».
 * @param isLastFirst whether the list writes the last name first
 */
export function splitName(name: string, isLastFirst = false): Name {
  const [before = "", after] = name.split(",").map((part) => part.trim());
  if (after !== undefined) return { firstName: after, lastName: before };
  const words = before.split(/\s+/);
  const capitals = words.filter(isCapitals);
  if (capitals.length > 0 && capitals.length < words.length) {
    return { firstName: words.filter((word) => !isCapitals(word)).join(" "), lastName: capitals.join(" ") };
  }
  const [first = "", ...others] = words;
  const rest = others.join(" ");
  return isLastFirst ? { firstName: rest, lastName: first } : { firstName: first, lastName: rest };
}
