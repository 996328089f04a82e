import { covers, CRITICAL_ROLES, type CriticalRole } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";

/** How many people can hold a critical role: nobody, one only, or several who can stand in for each other. */
export type BenchDepth = "nobody" | "one" | "several";

/** One critical role, and who in the team can hold it, as a French list is read. */
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
