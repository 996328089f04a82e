import { covers, CRITICAL_ROLES, type CriticalRole } from "./critical-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";

/** How many people can hold a critical role: nobody, one, or several. */
export type BenchDepth = "nobody" | "one" | "several";

/** One critical role, and the people who can hold it, in French alphabetical order. */
export interface RoleBench {
  readonly role: CriticalRole;
  readonly depth: BenchDepth;
  readonly holders: readonly Person[];
}

/** Each critical role, in the scale's order, with those of `people` who can hold it. */
export function benchOf(people: readonly Person[]): RoleBench[] {
  const listed = people.toSorted(comparePeople);
  return CRITICAL_ROLES.map((role) => {
    const holders = listed.filter(({ positions }) => positions.some((position) => covers(position, role)));
    return { role, depth: depthOf(holders.length), holders };
  });
}

function depthOf(count: number): BenchDepth {
  if (count === 0) return "nobody";
  return count === 1 ? "one" : "several";
}
