import { normalizeSpaces, type Person } from "./people.ts";

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
 * Makes texts equal that differ only in case, accents, ligatures, apostrophes, hyphens or kinds of space. Upper case
 * comes first, because it spells out « ß » and has one letter for « i » and « ı ».
 */
export function foldText(text: string): string {
  const letters = normalizeSpaces(text).normalize("NFKD").toUpperCase().replaceAll(MARKS, "");
  const spelled = SPELLED_OUT.reduce((read, [letter, spelling]) => read.replaceAll(letter, spelling), letters);
  return normalizeSpaces(spelled).toLowerCase().replaceAll("ς", "σ").trim();
}

/** Equal for two people with the same name, also if first and last name are swapped. */
export function nameKey(person: Pick<Person, "firstName" | "lastName">): string {
  return foldText(`${person.firstName} ${person.lastName}`).split(" ").toSorted().join(" ");
}

/** Somebody who may be in the planning twice. */
export interface Named extends Pick<Person, "id" | "firstName" | "lastName"> {
  /** The ids of people of the same name: an admin said that they are different people. */
  readonly differentFrom?: readonly string[] | undefined;
}

function areDifferent(a: Named, b: Named): boolean {
  return a.differentFrom?.includes(b.id) === true || b.differentFrom?.includes(a.id) === true;
}

/**
 * The pairs of people with the same name (`nameKey`) who may be one person.
 * @param most the most pairs to return
 */
export function namesakesAmong<P extends Named>(people: readonly P[], most = Infinity): [P, P][] {
  const pairs: [P, P][] = [];
  for (const namesakes of Map.groupBy(people, nameKey).values()) {
    for (const [index, one] of namesakes.entries()) {
      for (const other of namesakes.slice(index + 1)) {
        if (pairs.length >= most) return pairs;
        if (!areDifferent(one, other)) pairs.push([one, other]);
      }
    }
  }
  return pairs;
}

/** Members do not get the e-mail of others. */
type Searchable = Pick<Person, "firstName" | "lastName"> & { readonly email?: string | undefined };

/**
 * The people whose first name, last name or e-mail contains `query`, ignoring case (specification §5, "User search"),
 * or whose names and e-mail together contain each word of it (`foldText`), in any order.
 */
export function searchPeople<P extends Searchable>(people: readonly P[], query: string): P[] {
  const needle = query.trim().toLocaleLowerCase("fr");
  const words = foldText(query).split(" ").filter(Boolean);
  return people.filter(({ firstName, lastName, email = "" }) => {
    const fields = [firstName, lastName, email];
    if (fields.some((field) => field.toLocaleLowerCase("fr").includes(needle))) return true;
    const folded = foldText(fields.join(" "));
    return words.length > 0 && words.every((word) => folded.includes(word));
  });
}
