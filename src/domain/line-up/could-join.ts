import type { AvailabilityEntry } from "../availability/availability.ts";
import { type BandRole, covers } from "./band-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";

/** A person outside the group, with those of the missing roles that they hold. */
export interface JoinCandidate {
  readonly person: Person;
  readonly roles: readonly BandRole[];
}

interface Group {
  /** Everybody who has an account. */
  readonly people: readonly Person[];
  /** Those of them who are group members. */
  readonly members: readonly Person[];
  /** The event's answers: people who answered are not proposed again. */
  readonly availability: readonly AvailabilityEntry[];
}

/** The people outside the group who hold one of `roles`, in French alphabetical order. */
export function whoCouldJoin(roles: readonly BandRole[], { people, members, availability }: Group): JoinCandidate[] {
  const counted = new Set([...members.map(({ id }) => id), ...availability.map(({ userId }) => userId)]);
  return people
    .filter(({ id }) => !counted.has(id))
    .toSorted(comparePeople)
    .map((person) => ({
      person,
      roles: [...new Set(roles)].filter((role) => person.positions.some((position) => covers(position, role))),
    }))
    .filter((candidate) => candidate.roles.length > 0);
}
