/** Apostrophes, and the marks that are typed for them. They are ignored, because people often leave them out. */
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g;

/** The separators between words. `\s` includes tabs and no-break spaces. */
const GAPS = /[\p{Dash}\s,]+/gu;

/** Removes apostrophes and puts one space between words. */
export function normalizeSpaces(text: string): string {
  return text.replaceAll(APOSTROPHES, "").replaceAll(GAPS, " ");
}

/** A musician, as the planning stores them. */
export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Their services. */
  readonly positions: readonly string[];
}

/** The most people that one call adds: more than any team has. */
export const PEOPLE_MAX = 500;

/** Created when first needed: creating it takes a phone 40 ms, and the first screen does not sort names. */
let nameOrder: Intl.Collator | undefined;

/** A Latin letter without combining marks. Nearly every name begins with one, and creating a segmenter takes 20 ms. */
const PLAIN_LETTER = /^\p{Script=Latin}(?=[\p{Script=Latin}'’.-]|$)/u;

function firstGrapheme(word: string): string {
  const plain = PLAIN_LETTER.exec(word);
  if (plain) return plain[0];
  const graphemes = new Intl.Segmenter("fr").segment(word);
  return Array.from(graphemes, ({ segment }) => segment)
    .slice(0, 1)
    .join("");
}

export function fullName(person: Pick<Person, "firstName" | "lastName">): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** The first letter of the first and of the last word: « ÉF » for « Élise Fontaine ». */
export function initials(name: string): string {
  const words = name.split(/\s/).filter(Boolean);
  const shown = words.length > 1 ? [...words.slice(0, 1), ...words.slice(-1)] : words;
  return shown.map((word) => firstGrapheme(word).toLocaleUpperCase("fr")).join("");
}

/** Sorts by last name (or the only name), first name, then id, in French alphabetical order. */
export function comparePeople(a: Pick<Person, "id" | "firstName" | "lastName">, b: typeof a): number {
  return (
    compareNames(a.lastName || a.firstName, b.lastName || b.firstName) ||
    compareNames(a.firstName, b.firstName) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/**
 * Sorts full names in French alphabetical order: « Élise Fontaine » between « David Colin » and « Julien Marchand ».
 */
export function compareNames(a: string, b: string): number {
  nameOrder ??= new Intl.Collator("fr", { sensitivity: "base" });
  return nameOrder.compare(normalizeSpaces(a), normalizeSpaces(b));
}

/** Sorts people by full name, as `compareNames` does. */
export function compareFullNames(a: Pick<Person, "firstName" | "lastName">, b: typeof a): number {
  return compareNames(fullName(a), fullName(b));
}

/** The most guardians of one person, and the most people who are entrusted to one guardian. */
export const GUARDIANS_MAX = 2;
export const ENTRUSTED_MAX = 8;

/** A person with the ids of those who answer for them, as far as the reader may know. */
export interface EntrustablePerson extends Person {
  readonly guardianIds?: readonly string[];
}

/** Those of `people` for whom this user answers. */
export function entrustedTo<P extends EntrustablePerson>(people: readonly P[], userId: string): P[] {
  return people.filter(({ guardianIds }) => guardianIds?.includes(userId));
}

/** The people for whom a user answers in a group. `isOwn`: they answer for themself too. */
export interface AnsweredFor<P> {
  readonly isOwn: boolean;
  readonly entrusted: readonly P[];
}

/**
 * The people of the group who are entrusted to the user. If there are any, the user answers for themself only as a
 * member of the group: they may be there only for their child.
 * @param memberIds `null`: not known
 */
export function answeredFor<P extends EntrustablePerson>(
  people: readonly P[],
  userId: string,
  memberIds: readonly string[] | null,
): AnsweredFor<P> {
  const entrusted = entrustedTo(people, userId).filter(({ id }) => memberIds?.includes(id));
  return { isOwn: entrusted.length === 0 || memberIds?.includes(userId) === true, entrusted };
}
