import { answerOf, type AvailabilityEntry } from "../availability/availability.ts";
import { type BandRole, inRoleOrder, PLACES_MAX, placesOf } from "./band-roles.ts";

/** One place of a kept line-up, and who takes it. */
export interface KeptHolding {
  readonly role: BandRole;
  readonly userId: string;
}

/** The line-up that a leader chose for an event, in role order. Places may be left open. */
export type KeptLineUp = readonly KeptHolding[];

/** The roles that a person takes, in role order. */
export function rolesOfPerson(lineUp: KeptLineUp | undefined, userId: string): BandRole[] {
  return lineUp?.filter((holding) => holding.userId === userId).map(({ role }) => role) ?? [];
}

/** The most roles that one person may take at once. */
const MOST_ROLES = 2;

/**
 * Whether a line-up may be kept: its roles are in role order, none more often than in `places` (once is always
 * allowed), and nobody has more than two roles or the same role twice.
 */
export function isKeepable(lineUp: KeptLineUp, places: readonly BandRole[] = []): boolean {
  const roles = lineUp.map(({ role }) => role);
  const isInOrder = inRoleOrder(roles).every((role, index) => role === roles[index]);
  return (
    isInOrder &&
    lineUp.length <= PLACES_MAX &&
    roles.every((role) => placesOf(roles, role) <= Math.max(1, placesOf(places, role))) &&
    lineUp.every(({ userId }) => {
      const held = rolesOfPerson(lineUp, userId);
      return held.length <= MOST_ROLES && new Set(held).size === held.length;
    })
  );
}

/** The places that an event has: as many of each role as it needs or as its kept line-up has, whichever is more. */
export function placesShown(lineUp: KeptLineUp, required: readonly BandRole[]): BandRole[] {
  const kept = lineUp.map(({ role }) => role);
  return [...new Set(inRoleOrder([...required, ...kept]))].flatMap((role) =>
    Array<BandRole>(Math.max(placesOf(required, role), placesOf(kept, role))).fill(role),
  );
}

/**
 * The places of one role after a change. People who stay keep their place; newcomers take the places of those who left.
 * `undefined`: the place becomes open.
 */
export function nextPlaces(before: KeptLineUp, next: KeptLineUp): (KeptHolding | undefined)[] {
  const isOn = (lineUp: KeptLineUp, { userId }: KeptHolding) => lineUp.some((other) => other.userId === userId);
  // An iterator: each place of a person who left takes the next newcomer.
  const newcomers = next.filter((holding) => !isOn(before, holding)).values();
  return [...before.map((holding) => (isOn(next, holding) ? holding : newcomers.next().value)), ...newcomers];
}

export function holdingsOf(lineUp: KeptLineUp, role: BandRole): KeptLineUp {
  return lineUp.filter((holding) => holding.role === role);
}

export function sortedByRole(lineUp: KeptLineUp): KeptLineUp {
  const roles = new Set(inRoleOrder(lineUp.map(({ role }) => role)));
  return [...roles].flatMap((role) => holdingsOf(lineUp, role));
}

/** Whether these are the same people in the same roles. */
export function isSameLineUp(a: KeptLineUp, b: KeptLineUp): boolean {
  const isIn = ({ role, userId }: KeptHolding) => b.some((other) => other.role === role && other.userId === userId);
  return a.length === b.length && a.every(isIn);
}

export interface AnsweredEvent {
  readonly lineUp?: KeptLineUp;
  readonly availability: readonly AvailabilityEntry[];
}

/** The roles that a person will play at an event: those of the kept line-up, none if the person is absent. */
export function rolesToPlay({ lineUp, availability }: AnsweredEvent, userId: string): BandRole[] {
  return answerOf(availability, userId) === "absent" ? [] : rolesOfPerson(lineUp, userId);
}

/** Whether a repair still fits: the kept line-up is still `former`, and everybody on `repair` is present. */
export function isRepairOf(event: AnsweredEvent, repair: KeptLineUp, former: KeptLineUp): boolean {
  const isPresent = ({ userId }: KeptHolding) => answerOf(event.availability, userId) === "present";
  return event.lineUp !== undefined && isSameLineUp(event.lineUp, former) && repair.every(isPresent);
}

/** The line-up without a person: their roles become open. */
export function withoutHolder(lineUp: KeptLineUp, userId: string): KeptLineUp {
  return lineUp.filter((holding) => holding.userId !== userId);
}

/** People are notified this long after the last change (debounce): leaders often correct a line-up at once. */
export const QUIET_AFTER_KEEPING_MS = 5 * 60_000;

/** A person whose roles changed, and their former roles. */
interface FormerPlace {
  readonly userId: string;
  /** Empty: they were not on the line-up. */
  readonly before: readonly BandRole[];
}

/** The people whose roles differ between two line-ups, in role order of their former and new roles. */
export function changedPlaces(before: KeptLineUp, now: KeptLineUp): FormerPlace[] {
  return [...new Set(sortedByRole([...now, ...before]).map(({ userId }) => userId))]
    .map((userId) => ({ userId, before: rolesOfPerson(before, userId) }))
    .filter((place) => !areSameRoles(place.before, rolesOfPerson(now, place.userId)));
}

/** Whether two lists in role order have the same roles. */
export function areSameRoles(a: readonly BandRole[], b: readonly BandRole[]): boolean {
  return a.length === b.length && a.every((role, index) => role === b[index]);
}
