import type { BandRole } from "./band-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";
import { ROLE_PAIRS } from "./role-pairs.ts";
import { isWithin, NO_ROLE, type RoleSet, type Scale } from "./players/role-sets.ts";

/** What a person may take in a line-up, one role or a combinable pair, and its cost (a whole number). */
export interface Part {
  readonly roles: RoleSet;
  readonly cost: number;
}

export interface Candidate {
  readonly person: Person;
  readonly parts: readonly Part[];
}

/** One role and the person who takes it. */
export interface Holding {
  readonly role: BandRole;
  readonly holder: Person;
}

/** Who takes which role, in the scale's order: all roles, or those that can be filled. */
export type LineUp = readonly Holding[];

/** The best way to fill the most roles when one more person joins. */
export interface Joining {
  readonly filled: RoleSet;
  /** What the person takes; no role where the others do as well without. */
  readonly taken: RoleSet;
  readonly cost: number;
  readonly lineUp: LineUp;
}

/** For each set of roles, the best way to fill it with the people so far. */
export interface Fillings {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  /** The total cost of the best way to fill these roles; infinite if there is none. */
  readonly costOf: (roles: RoleSet) => number;
  /** The best way to fill these roles, which can be filled. */
  readonly lineUpOf: (roles: RoleSet) => LineUp;
  /** Adds these people, in order of preference, after the others. */
  readonly and: (candidates: readonly Candidate[]) => Fillings;
  /** What one more person would change. The people so far must have been added in alphabetical order. */
  readonly joinedBy: (candidate: Candidate) => Joining;
}

/** The place of a role in the weight of a filling. */
interface Digit {
  readonly role: BandRole;
  readonly roles: RoleSet;
  readonly isEarly: boolean;
  readonly unit: number;
  readonly places: number;
}

/**
 * A way of filling roles has three numbers: its cost, then for each role, in the scale's order, a digit with the place of
 * its holder among those who may take it. The digits of up to 13 roles do not fit into one number: the first
 * `EARLY_ROLES` have theirs in `early`, the others in `late`. Adding numbers adds people. The smallest cost is the cheapest
 * way, and among equal costs the smallest digits are the one with the earliest holders. Whether the digits fit into the
 * 53 bits of a number is tested in fillings.test.ts.
 */
export function digitsOf({ roles, setOf }: Scale): Digit[] {
  const digits: Digit[] = [];
  for (const [index, role] of [...roles.entries()].toReversed()) {
    const isEarly = index < EARLY_ROLES;
    const before = digits.at(-1);
    const unit = before?.isEarly === isEarly ? before.unit * before.places : 1;
    digits.push({
      role,
      roles: setOf([role]),
      isEarly,
      unit,
      places: PAIRED.has(role) ? PAIRED_PLACES : SINGLE_PLACES,
    });
  }
  return digits.toReversed();
}

const EARLY_ROLES = 6;

/** Roles that may be part of a pair: more people may be kept for them. */
const PAIRED: ReadonlySet<BandRole> = new Set(ROLE_PAIRS.flat());
const PAIRED_PLACES = 256;
const SINGLE_PLACES = 64;

/** The least weight of each set of roles; its cost is infinite for a set that cannot be filled. */
interface LeastWeights {
  readonly costs: Float64Array;
  readonly early: Float64Array;
  readonly late: Float64Array;
}

interface WeightedPart {
  readonly roles: RoleSet;
  readonly cost: number;
  readonly early: number;
  readonly late: number;
}

/** Those who may take a role, in order of preference. */
type Takers = ReadonlyMap<BandRole, readonly Person[]>;

/** The fillings without any people: only the empty set of roles. */
export function nobodyOn(scale: Scale): Fillings {
  const size = scale.all + 1;
  const costs = new Float64Array(size).fill(Infinity).fill(0, NO_ROLE, NO_ROLE + 1);
  const least = { costs, early: new Float64Array(size), late: new Float64Array(size) };
  return fillingsFrom(scale, digitsOf(scale), least, new Map());
}

function fillingsFrom(scale: Scale, digits: readonly Digit[], least: LeastWeights, takers: Takers): Fillings {
  const costOf = (roles: RoleSet): number => least.costs[roles] as number;
  const canFill = (roles: RoleSet): boolean => costOf(roles) < Infinity;
  const lineUpOf = (roles: RoleSet): LineUp => {
    const shown = digits.filter((digit) => isWithin(digit.roles, roles));
    return shown.map((digit) => ({ role: digit.role, holder: holderAt(takers, digit, least, roles) }));
  };
  return {
    scale,
    costOf,
    canFill,
    lineUpOf,
    and: (candidates) => {
      const next = { costs: least.costs.slice(), early: least.early.slice(), late: least.late.slice() };
      return fillingsFrom(scale, digits, next, addCandidates(digits, next, takers, candidates));
    },
    joinedBy: ({ person, parts }) => {
      const weighted = parts.map((part) => weightOf(digits, part, (role) => placeBetween(takers.get(role), person)));
      const filled = scale.largestFirst.find(
        (roles) =>
          canFill(roles) || weighted.some((part) => isWithin(part.roles, roles) && canFill(roles ^ part.roles)),
      ) as RoleSet;
      const taken = bestPart(least, filled, weighted);
      const cost = costOf(filled ^ taken) + (parts.find(({ roles }) => roles === taken)?.cost ?? 0);
      const others = lineUpOf(filled ^ taken);
      const lineUp = scale
        .rolesIn(filled)
        .map((role) => others.find((of) => of.role === role) ?? { role, holder: person });
      return { filled, taken, cost, lineUp };
    },
  };
}

/** People so far have odd places, so that a person who joins them can stand between two. */
function placeAfter(people: readonly Person[] = []): number {
  return 2 * people.length + 1;
}

function placeBetween(people: readonly Person[] = [], person: Person): number {
  return 2 * people.filter((other) => comparePeople(other, person) < 0).length;
}

function holderAt(takers: Takers, digit: Digit, { early, late }: LeastWeights, roles: RoleSet): Person {
  const { role, isEarly, unit, places } = digit;
  const place = Math.floor(((isEarly ? early : late)[roles] as number) / unit) % places;
  return takers.get(role)?.[(place - 1) / 2] as Person;
}

function weightOf(digits: readonly Digit[], part: Part, placeOf: (role: BandRole) => number): WeightedPart {
  const own = digits.filter((digit) => isWithin(digit.roles, part.roles));
  const sum = (isEarly: boolean): number =>
    own.reduce((total, digit) => total + (digit.isEarly === isEarly ? placeOf(digit.role) * digit.unit : 0), 0);
  return { ...part, early: sum(true), late: sum(false) };
}

/** Adds the candidates to `least`, and returns who may take each role then. */
function addCandidates(
  digits: readonly Digit[],
  least: LeastWeights,
  before: Takers,
  candidates: readonly Candidate[],
): Takers {
  const takers = new Map(digits.map(({ role }) => [role, [...(before.get(role) ?? [])]]));
  for (const { person, parts } of candidates) {
    addPerson(
      least,
      parts.map((part) => weightOf(digits, part, (role) => placeAfter(takers.get(role)))),
    );
    for (const { role, roles } of digits)
      if (parts.some((part) => isWithin(roles, part.roles))) takers.get(role)?.push(person);
  }
  return takers;
}

/**
 * Updates the least weight of each set for one more person, who takes one of their parts or none. It goes from the
 * largest set number down: a set without a part has a smaller number, so its weight does not include this person yet.
 */
function addPerson({ costs, early, late }: LeastWeights, parts: readonly WeightedPart[]): void {
  for (let set = costs.length - 1; set > NO_ROLE; set -= 1) {
    for (const part of parts) {
      if (!isWithin(part.roles, set)) continue;
      const rest = set ^ part.roles;
      const cost = (costs[rest] as number) + part.cost;
      const least = costs[set] as number;
      if (cost > least || cost === Infinity) continue;
      const first = (early[rest] as number) + part.early;
      const last = (late[rest] as number) + part.late;
      const leastFirst = early[set] as number;
      if (cost === least && (first > leastFirst || (first === leastFirst && last >= (late[set] as number)))) continue;
      costs[set] = cost;
      early[set] = first;
      late[set] = last;
    }
  }
}

/** What a person takes of `filled` in the best way: one of their parts, or no role. */
function bestPart({ costs, early, late }: LeastWeights, filled: RoleSet, parts: readonly WeightedPart[]): RoleSet {
  const none = { roles: NO_ROLE, cost: 0, early: 0, late: 0 };
  const ways = [none, ...parts].flatMap((part) => {
    const rest = filled ^ part.roles;
    if (!isWithin(part.roles, filled) || costs[rest] === Infinity) return [];
    const [cost = 0, first = 0, last = 0] = [costs[rest], early[rest], late[rest]];
    return [{ taken: part.roles, cost: cost + part.cost, early: first + part.early, late: last + part.late }];
  });
  const [best] = ways.toSorted((a, b) => a.cost - b.cost || a.early - b.early || a.late - b.late);
  return (best as (typeof ways)[number]).taken;
}
