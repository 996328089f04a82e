import { nameKey } from "./fold-text.ts";

/** Somebody who may be in the planning twice. */
export interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The ids of people of the same name who an admin said are others. */
  readonly differentFrom?: readonly string[] | undefined;
}

function areDifferent(a: Named, b: Named): boolean {
  return a.differentFrom?.includes(b.id) === true || b.differentFrom?.includes(a.id) === true;
}

/**
 * The pairs of people whose names read alike, and who are perhaps the same person. Only people of one name are compared.
 * @param most how many pairs are enough; left out: all
 */
export function namesakesAmong<Person extends Named>(people: readonly Person[], most = Infinity): [Person, Person][] {
  const pairs: [Person, Person][] = [];
  for (const alike of Map.groupBy(people, nameKey).values()) {
    for (const [index, one] of alike.entries()) {
      for (const other of alike.slice(index + 1)) {
        if (pairs.length >= most) return pairs;
        if (!areDifferent(one, other)) pairs.push([one, other]);
      }
    }
  }
  return pairs;
}

/** The ids of all these pairs. */
export function idsOfNamesakes(people: readonly Named[]): [string, string][] {
  return namesakesAmong(people).map(([one, other]) => [one.id, other.id]);
}
