import type { AvailabilityEntry } from "../availability/availability.ts";
import { comparePeople, type Person } from "../people/people.ts";
import { type BandRole, canHold, placesOf } from "./band-roles.ts";
import type { Turns } from "./turns.ts";

/** How many people can hold a required role. `one`: at most as many as it needs (usually one). `several`: more. */
export type BenchDepth = "nobody" | "one" | "several";

/** One required role, and the people who can hold it, sorted by how often they played (least first), then by name. */
export interface RoleBench {
  readonly role: BandRole;
  readonly depth: BenchDepth;
  readonly holders: readonly Person[];
  /** How often the role is needed, if several times. */
  readonly needed?: number;
}

/**
 * Each required role, in role order, with those of `people` who can hold it.
 * @param turns how often people played lately, as far as the user may know it
 */
export function benchOf(
  people: readonly Person[],
  requiredRoles: readonly BandRole[],
  turns: Turns = new Map(),
): RoleBench[] {
  const playedBy = ({ id }: Person) => turns.get(id)?.played ?? 0;
  const listed = people.toSorted((a, b) => playedBy(a) - playedBy(b) || comparePeople(a, b));
  return [...new Set(requiredRoles)].map((role) => {
    const holders = listed.filter((person) => canHold(person, role));
    const needed = placesOf(requiredRoles, role);
    return { role, depth: depthOf(holders.length, needed), holders, ...(needed > 1 && { needed }) };
  });
}

function depthOf(count: number, needed: number): BenchDepth {
  if (count === 0) return "nobody";
  return count <= needed ? "one" : "several";
}

/** A person outside the group, with those of the missing roles that they hold. */
export interface JoinCandidate {
  readonly person: Person;
  readonly roles: readonly BandRole[];
}

interface JoinQuestion {
  /** Everybody who has an account. */
  readonly people: readonly Person[];
  /** Those of them who are group members. */
  readonly members: readonly Person[];
  /** The event's answers: people who answered are not proposed again. */
  readonly availability: readonly AvailabilityEntry[];
}

/** The people outside the group who hold one of `roles`, in French alphabetical order. */
export function whoCouldJoin(
  roles: readonly BandRole[],
  { people, members, availability }: JoinQuestion,
): JoinCandidate[] {
  const excluded = new Set([...members.map(({ id }) => id), ...availability.map(({ userId }) => userId)]);
  return people
    .filter(({ id }) => !excluded.has(id))
    .toSorted(comparePeople)
    .map((person) => ({ person, roles: [...new Set(roles)].filter((role) => canHold(person, role)) }))
    .filter((candidate) => candidate.roles.length > 0);
}
