import { answerOf, type AvailabilityEntry } from "../availability/availability.ts";
import { type BandRole, inScaleOrder } from "./band-roles.ts";

/** One role of a kept line-up, and who takes it. */
export interface KeptHolding {
  readonly role: BandRole;
  readonly userId: string;
}

/** The line-up that a leader chose for an event, in the scale's order. Roles may be left open. */
export type KeptLineUp = readonly KeptHolding[];

/** The roles that a person takes, in the scale's order. */
export function rolesOfPerson(lineUp: KeptLineUp | undefined, userId: string): BandRole[] {
  return lineUp?.filter((holding) => holding.userId === userId).map(({ role }) => role) ?? [];
}

/** The most roles that one person may take at once. */
const MOST_ROLES = 2;

/** Whether each role is there at most once, in the scale's order, and nobody has more than two. */
export function isKeepable(lineUp: KeptLineUp): boolean {
  const roles = lineUp.map(({ role }) => role);
  const isInOrder = inScaleOrder(roles).every((role, index) => role === roles[index]);
  const holders = new Set(lineUp.map(({ userId }) => userId));
  return (
    isInOrder &&
    new Set(roles).size === roles.length &&
    [...holders].every((userId) => rolesOfPerson(lineUp, userId).length <= MOST_ROLES)
  );
}

/** Whether these are the same people in the same roles. */
export function isSameLineUp(a: KeptLineUp, b: KeptLineUp): boolean {
  const isIn = ({ role, userId }: KeptHolding) => b.some((other) => other.role === role && other.userId === userId);
  return a.length === b.length && a.every(isIn);
}

interface AnsweredEvent {
  readonly lineUp?: KeptLineUp;
  readonly availability: readonly AvailabilityEntry[];
}

/** The roles that a person is to play at an event: none for somebody who is absent and still on the line-up. */
export function rolesToPlay({ lineUp, availability }: AnsweredEvent, userId: string): BandRole[] {
  return answerOf(availability, userId) === "absent" ? [] : rolesOfPerson(lineUp, userId);
}

/** Whether `repair` still repairs the kept line-up: that is `former`, and everybody on the repair is present. */
export function isRepairOf(event: AnsweredEvent, repair: KeptLineUp, former: KeptLineUp): boolean {
  const isPresent = ({ userId }: KeptHolding) => answerOf(event.availability, userId) === "present";
  return event.lineUp !== undefined && isSameLineUp(event.lineUp, former) && repair.every(isPresent);
}

/** The line-up without a person: their roles become open. */
export function withoutHolder(lineUp: KeptLineUp, userId: string): KeptLineUp {
  return lineUp.filter((holding) => holding.userId !== userId);
}
