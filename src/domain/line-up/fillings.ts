import { comparePeople, type Person } from "../people/people.ts";
import { type BandRole, PLACES_MAX } from "./band-roles.ts";
import { isTaken, NO_TURNS, type Player, shortlist } from "./players/players.ts";
import { isWithin, lowestBit, NO_ROLE, type RoleSet, type Scale, secondRoles } from "./players/role-sets.ts";

/** What a person may take in a line-up, one role or a combinable pair, and its cost (a whole number). */
export interface Part {
  readonly roles: RoleSet;
  readonly cost: number;
}

/** A person, and what they may take. */
export interface Candidate {
  readonly person: Person;
  readonly parts: readonly Part[];
}

/** One role and the person who takes it. */
export interface Holding {
  readonly role: BandRole;
  readonly holder: Person;
}

/** Who takes which place, in role order. Places that stay open are left out. */
export type LineUp = readonly Holding[];

/** A person whose roles change. */
export interface Move {
  readonly person: Person;
  /** Empty: they were not on the line-up. */
  readonly from: readonly BandRole[];
  readonly to: readonly BandRole[];
}

/** The best way to fill the most roles when one more person joins. */
export interface Joining {
  readonly filled: RoleSet;
  /** What the person takes; no role if the others do as well without the person. */
  readonly taken: RoleSet;
  readonly cost: number;
  readonly lineUp: LineUp;
}

/**
 * A dynamic programming table: for each set of roles, the best (cheapest) way to fill it with the people added so far.
 * Immutable: `with` returns a larger table.
 */
export interface Fillings {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  /** The total cost of the best way to fill these roles; infinite if there is none. */
  readonly costOf: (roles: RoleSet) => number;
  /** The best way to fill these roles, which can be filled. */
  readonly lineUpOf: (roles: RoleSet) => LineUp;
  /** Adds these people, in order of preference, after the others. */
  readonly with: (candidates: readonly Candidate[]) => Fillings;
  /** What one more person would change. The people so far must have been added in alphabetical order. */
  readonly joinedBy: (candidate: Candidate) => Joining;
}

/** Where a stored filling has the holder of one place (see `digitsOf`). */
interface Digit {
  readonly role: BandRole;
  /** The index of the word, and the value of 1 in this digit. */
  readonly word: number;
  readonly unit: number;
}

/**
 * A filling is stored as numbers, so that comparing two fillings is fast. Its weight is its cost, followed by one digit
 * for each place in role order. The digit is the index of the place's holder, from 1, among the people who may take the
 * role; holders of one role are in the order of these indexes. `DIGITS_OF_WORD` digits share one number (a word), which
 * has room for 53 bits (checked by fillings.test.ts). Adding a person to a filling adds their numbers to its words. The
 * filling with the least weight is the best: it is the cheapest and, at equal cost, has the earliest holders.
 */
export function digitsOf({ roles }: Scale): Digit[] {
  return roles.map((role, index) => {
    const word = Math.floor(index / DIGITS_OF_WORD);
    return { role, word, unit: DIGIT_BASE ** (DIGITS_OF_WORD - 1 - (index % DIGITS_OF_WORD)) };
  });
}

export const DIGITS_OF_WORD = 7;
/** More than the people that a shortlist and a kept line-up together have for one role. */
export const DIGIT_BASE = 160;

/** The least weight of each set, by its rank on the scale; its cost is infinite for a set that cannot be filled. */
interface LeastWeights {
  readonly costs: Float64Array;
  readonly words: readonly Float64Array[];
}

/** What the calculation needs to know about a part. It is the same for each person who may take the part. */
interface Shape {
  /** The rank of a set minus the rank of the same set without this part. */
  readonly step: number;
  /** Its roles that are needed several times: their places, the number of places, the bit index of the first one. */
  readonly several: readonly { readonly places: RoleSet; readonly count: number; readonly first: number }[];
  /** Each way of taking one place of each role. */
  readonly ways: readonly (readonly Digit[])[];
}

/** A person's part. `weights` has what it adds to a weight: for each way of taking the part, a number for each word. */
interface WeightedPart extends Part, Shape {
  readonly weights: Float64Array;
}

/** By role, the people who may take it, in order of preference. */
type Takers = ReadonlyMap<BandRole, readonly Person[]>;

/** The table before anybody is added: only the empty set of roles can be filled. */
export function emptyFillings(scale: Scale): Fillings {
  const size = scale.sets.length;
  const costs = new Float64Array(size).fill(Infinity).fill(0, 0, 1);
  const digits = digitsOf(scale);
  const words = Array.from({ length: Math.ceil(digits.length / DIGITS_OF_WORD) }, () => new Float64Array(size));
  return fillingsFrom(scale, digits, { costs, words }, new Map());
}

/** A person who is present at another event at that time costs more than all second roles of a line-up together. */
const TAKEN_COST = PLACES_MAX;

/**
 * The best line-ups of `players`, who are in order of preference: with the fewest people who are taken; then with the
 * fewest people with two roles; then, role by role, with the earliest players.
 */
export function lineUpsOf(scale: Scale, players: readonly Player[], turns = NO_TURNS): Fillings {
  const candidates = shortlist(scale, players).map(({ person, parts }) => {
    const takenCost = isTaken({ person }, turns) ? TAKEN_COST : 0;
    return { person, parts: parts.map((roles) => ({ roles, cost: secondRoles(roles) + takenCost })) };
  });
  return emptyFillings(scale).with(candidates);
}

function fillingsFrom(scale: Scale, digits: readonly Digit[], least: LeastWeights, takers: Takers): Fillings {
  const costOf = (roles: RoleSet): number => least.costs[scale.rankOf(roles)] as number;
  const canFill = (roles: RoleSet): boolean => costOf(roles) < Infinity;
  const lineUpOf = (roles: RoleSet): LineUp => {
    const rank = scale.rankOf(roles);
    const isFilled = (index: number): boolean => (roles & (1 << (digits.length - 1 - index))) !== 0;
    return digits
      .filter((_, index) => isFilled(index))
      .map((digit) => ({ role: digit.role, holder: holderAt(takers, digit, least.words, rank) }));
  };
  return {
    scale,
    costOf,
    canFill,
    lineUpOf,
    with: (candidates) => {
      const next = { costs: least.costs.slice(), words: least.words.map((word) => word.slice()) };
      const nextTakers = addCandidates(scale, digits, next, takers, candidates);
      return fillingsFrom(scale, digits, next, nextTakers);
    },
    joinedBy: ({ person, parts }) => {
      const canFillWith = (roles: RoleSet, part: RoleSet): boolean =>
        isWithin(part, roles) && canFill(scale.without(roles, part));
      const filled = scale.largestFirst.find(
        (roles) => canFill(roles) || parts.some((part) => canFillWith(roles, part.roles)),
      ) as RoleSet;
      const options = [{ roles: NO_ROLE, cost: 0 }, ...parts]
        .filter((part) => canFillWith(filled, part.roles))
        .map((part) => ({ taken: part.roles, cost: costOf(scale.without(filled, part.roles)) + part.cost }));
      const leastCost = Math.min(...options.map(({ cost }) => cost));
      const [best] = options
        .filter(({ cost }) => cost === leastCost)
        .map((option) => {
          const others = lineUpOf(scale.without(filled, option.taken));
          return { ...option, lineUp: lineUpWith(scale, others, person, option.taken) };
        })
        .toSorted((a, b) => compareLineUps(a.lineUp, b.lineUp));
      return { filled, ...(best as NonNullable<typeof best>) };
    },
  };
}

/** `others` with a person who takes these roles. Holders of one role are in alphabetical order. */
function lineUpWith(scale: Scale, others: LineUp, person: Person, taken: RoleSet): LineUp {
  const holdings = [...others, ...scale.rolesIn(taken).map((role) => ({ role, holder: person }))];
  return [...new Set(scale.roles)].flatMap((role) =>
    holdings.filter((holding) => holding.role === role).toSorted((a, b) => comparePeople(a.holder, b.holder)),
  );
}

/** Compares two line-ups with the same roles, place by place. */
function compareLineUps(a: LineUp, b: LineUp): number {
  return a.reduce((order, { holder }, place) => order || comparePeople(holder, (b[place] as Holding).holder), 0);
}

function holderAt(takers: Takers, { role, word, unit }: Digit, words: LeastWeights["words"], rank: number): Person {
  const digit = Math.floor((words[word]?.[rank] as number) / unit) % DIGIT_BASE;
  return takers.get(role)?.[digit - 1] as Person;
}

/** Adds the candidates to `least` in place, and returns who may take each role afterwards. */
function addCandidates(
  scale: Scale,
  digits: readonly Digit[],
  least: LeastWeights,
  before: Takers,
  candidates: readonly Candidate[],
): Takers {
  const takers = new Map(scale.roles.map((role) => [role, [...(before.get(role) ?? [])]]));
  const shapes = new Map<RoleSet, Shape>();
  const withShape = (part: Part): Part & Shape => {
    const shape = shapes.get(part.roles) ?? shapeOf(scale, digits, part.roles);
    shapes.set(part.roles, shape);
    return { ...part, ...shape };
  };
  for (const { person, parts } of candidates) {
    const weightedParts = parts.map((part) => withWeights(withShape(part), least.words.length, takers));
    addPerson(scale, least, weightedParts);
    const personRoles = new Set(parts.flatMap(({ roles }) => scale.rolesIn(roles)));
    for (const role of personRoles) takers.get(role)?.push(person);
  }
  return takers;
}

function shapeOf(scale: Scale, digits: readonly Digit[], roles: RoleSet): Shape {
  const digitsByRole = scale.rolesIn(roles).map((role) => digits.filter((digit) => digit.role === role));
  return {
    step: scale.rankOf(roles),
    several: digitsByRole
      .filter((places) => places.length > 1)
      .map((places) => {
        const all = scale.setOf(places.map(({ role }) => role));
        return { places: all, count: places.length, first: indexOfBit(all) };
      }),
    ways: digitsByRole.reduce<Digit[][]>(
      (ways, places) => ways.flatMap((way) => places.map((place) => [...way, place])),
      [[]],
    ),
  };
}

/** Weighs the part for a person who comes after all `takers` so far. */
function withWeights(part: Part & Shape, wordCount: number, takers: Takers): WeightedPart {
  const weights = new Float64Array(part.ways.length * wordCount);
  for (const [index, way] of part.ways.entries())
    for (const { role, word, unit } of way) {
      const at = index * wordCount + word;
      weights[at] = (weights[at] as number) + ((takers.get(role) as readonly Person[]).length + 1) * unit;
    }
  return { ...part, weights };
}

/**
 * Updates the least weight of each set for one more person, who takes one of their parts or none. The loop goes from
 * the last set down: a set without a part has a lower rank, so its weight does not include this person yet. Plain
 * loops, because this runs for each person, set and part.
 */
function addPerson({ sets }: Scale, { costs, words }: LeastWeights, parts: readonly WeightedPart[]): void {
  for (let rank = sets.length - 1; rank > 0; rank -= 1) {
    const set = sets[rank] as RoleSet;
    for (const part of parts) {
      if (!isWithin(part.roles, set)) continue;
      const restRank = rank - part.step;
      const cost = (costs[restRank] as number) + part.cost;
      const leastCost = costs[rank] as number;
      if (cost > leastCost || cost === Infinity) continue;
      // The person comes after everybody so far, so they hold the last filled place of a role.
      let way = 0;
      for (const { places, count, first } of part.several)
        way = way * count + first - indexOfBit(lowestBit(set & places));
      const at = way * words.length;
      if (cost === leastCost && !isLess(words, restRank, part.weights, at, rank)) continue;
      costs[rank] = cost;
      for (let index = 0; index < words.length; index += 1) {
        const word = words[index] as Float64Array;
        word[rank] = (word[restRank] as number) + (part.weights[at + index] as number);
      }
    }
  }
}

function indexOfBit(set: RoleSet): number {
  return 31 - Math.clz32(set);
}

/**
 * Whether the weight at `restRank` plus the words of `added` from `at` on is less than the weight at `rank`. The first
 * word that differs decides.
 */
function isLess(words: LeastWeights["words"], restRank: number, added: Float64Array, at: number, rank: number) {
  for (let index = 0; ; index += 1) {
    const word = words[index] as Float64Array;
    const difference = (word[restRank] as number) + (added[at + index] as number) - (word[rank] as number);
    if (difference !== 0 || index === words.length - 1) return difference < 0;
  }
}
