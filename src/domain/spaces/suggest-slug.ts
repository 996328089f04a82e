const SLUG_MAX = 30;
/** Letters that are no accented form of others. */
const IN_TWO_LETTERS: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss" };

/** The slug that a team's name suggests; too short a name, or a reserved one, gives no usable one. */
export function suggestSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[œæß]/g, (letter) => IN_TWO_LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, "");
}
