import { answerOf } from "../../availability/availability.ts";
import { comparePeople, type Person } from "../../people/people.ts";
import { canHold, inRoleOrder } from "../band-roles.ts";
import { mayTakeAll, type RolePair } from "../critical-roles.ts";
import { type AnsweredEvent, type KeptLineUp, rolesOfPerson, withoutHolder } from "../kept-line-up.ts";

/** Whether others may take the place of a person: they are on the line-up, and absent. */
export function isPlaceFree({ lineUp, availability }: AnsweredEvent, userId: string): boolean {
  return rolesOfPerson(lineUp, userId).length > 0 && answerOf(availability, userId) === "absent";
}

/**
 * Who of `people` could take the place of a person on a line-up: those who have not answered, are not on it, and hold a
 * service for each of that person's roles, in French alphabetical order.
 */
export function replacementsFor(
  { lineUp = [], availability }: AnsweredEvent,
  userId: string,
  people: readonly Person[],
): Person[] {
  const roles = rolesOfPerson(lineUp, userId);
  if (roles.length === 0) return [];
  const excluded = new Set([userId, ...[...lineUp, ...availability].map((entry) => entry.userId)]);
  return people
    .filter(({ id }) => !excluded.has(id))
    .filter((person) => roles.every((role) => canHold(person, role)))
    .toSorted(comparePeople);
}

/** The line-up in which one person has taken the places of another. */
export function withReplacement(lineUp: KeptLineUp, leaverId: string, newcomerId: string): KeptLineUp {
  return lineUp.map(({ role, userId }) => ({ role, userId: userId === leaverId ? newcomerId : userId }));
}

/** Two rows of one person: the one that is kept, and the one that goes. */
export interface Merging {
  readonly keptId: string;
  readonly goneId: string;
}

/**
 * The line-up after two rows were merged into one person, who takes the places of both rows if one person may have
 * them. Otherwise the places of the row that goes become open.
 */
export function unitedLineUp(
  lineUp: KeptLineUp,
  { keptId, goneId }: Merging,
  combinablePairs: readonly RolePair[],
): KeptLineUp {
  const roles = inRoleOrder([...new Set([keptId, goneId].flatMap((id) => rolesOfPerson(lineUp, id)))]);
  const united = withReplacement(lineUp, goneId, keptId).filter(
    (holding, index, all) =>
      all.findIndex(({ role, userId }) => role === holding.role && userId === holding.userId) === index,
  );
  // If only the row that goes is on the line-up, its places simply get the new id.
  const isKeptRowOn = rolesOfPerson(lineUp, keptId).length > 0;
  return isKeptRowOn && !mayTakeAll(roles, combinablePairs) ? withoutHolder(lineUp, goneId) : united;
}
