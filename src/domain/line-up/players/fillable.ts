import type { Player } from "./players.ts";
import type { RoleSet, Scale } from "./role-sets.ts";

/** Which sets of roles the people so far can fill, without saying how: many times faster than `Fillings`. */
export interface Fillable {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  readonly and: (players: readonly Player[]) => Fillable;
}

/** A set of role sets: one bit for each, `WORD` bits a number. */
type SetOfSets = Uint32Array;

const WORD = 32;

/** For each number below `WORD`, the numbers below `WORD` that share no bit with it, one bit for each. */
const DISJOINT = Array.from({ length: WORD }, (_, part) => {
  const numbers = Array.from({ length: WORD }, (__, number) => number).filter((number) => (number & part) === 0);
  return numbers.reduce((bits, number) => bits | (1 << number), 0);
});

/** What `players` can fill together. */
export function fillableBy(scale: Scale, players: readonly Player[]): Fillable {
  const nothing = new Uint32Array(Math.ceil((scale.all + 1) / WORD));
  nothing[0] = 1;
  return fillableFrom(scale, nothing).and(players);
}

function fillableFrom(scale: Scale, sets: SetOfSets): Fillable {
  return {
    scale,
    canFill: (roles) => (((sets[Math.floor(roles / WORD)] as number) >>> (roles % WORD)) & 1) === 1,
    and: (players) =>
      fillableFrom(
        scale,
        players.reduce((before, { parts }) => withPerson(before, parts), sets),
      ),
  };
}

/** Adds each part to all sets that share no role with it: their numbers add up. */
function withPerson(before: SetOfSets, parts: readonly RoleSet[]): SetOfSets {
  const after = before.slice();
  for (const part of parts) {
    const [low, high] = [part % WORD, Math.floor(part / WORD)];
    const disjoint = DISJOINT[low] as number;
    for (const [index, sets] of before.entries())
      if ((index & high) === 0) after[index | high] = (after[index | high] as number) | ((sets & disjoint) << low);
  }
  return after;
}
