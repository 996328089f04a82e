import { type BandRole, covers, placesOf } from "./band-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";
import type { Turns } from "./turns.ts";

const NO_TURNS: Turns = new Map();

/** How many people can hold a required role: nobody, as many as are needed at most (one, mostly), or more. */
export type BenchDepth = "nobody" | "one" | "several";

/** One required role, and the people who can hold it: who played least comes first, then by name. */
export interface RoleBench {
  readonly role: BandRole;
  readonly depth: BenchDepth;
  readonly holders: readonly Person[];
  /** How often the role is needed, if several times. */
  readonly needed?: number;
}

/**
 * Each required role, in the scale's order, with those of `people` who can hold it.
 * @param turns how often they played lately, as far as the reader may know it
 */
export function benchOf(
  people: readonly Person[],
  requiredRoles: readonly BandRole[],
  turns: Turns = NO_TURNS,
): RoleBench[] {
  const playedBy = ({ id }: Person) => turns.get(id)?.played ?? 0;
  const listed = people.toSorted((a, b) => playedBy(a) - playedBy(b) || comparePeople(a, b));
  return [...new Set(requiredRoles)].map((role) => {
    const holders = listed.filter(({ positions }) => positions.some((position) => covers(position, role)));
    const needed = placesOf(requiredRoles, role);
    return { role, depth: depthOf(holders.length, needed), holders, ...(needed > 1 && { needed }) };
  });
}

function depthOf(count: number, needed: number): BenchDepth {
  if (count === 0) return "nobody";
  return count <= needed ? "one" : "several";
}
