import type { Player } from "./players.ts";
import type { RoleSet, Scale } from "./role-sets.ts";

/** Which sets of roles some people can fill. It does not say how, and so is many times faster than `Fillings`. */
export interface Fillable {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  readonly and: (players: readonly Player[]) => Fillable;
}

/** Some of all role sets: one bit for each role set, `WORD_BITS` bits in each number. */
type SetOfSets = Uint32Array;

const WORD_BITS = 32;

/** For each number below `WORD_BITS`, the numbers below `WORD_BITS` that share no bit with it, one bit for each. */
const DISJOINT = Array.from({ length: WORD_BITS }, (_, part) => {
  const numbers = Array.from({ length: WORD_BITS }, (__, number) => number).filter((number) => (number & part) === 0);
  return numbers.reduce((bits, number) => bits | (1 << number), 0);
});

/** What `players` can fill together. */
export function fillableBy(scale: Scale, players: readonly Player[]): Fillable {
  const nothing = new Uint32Array(Math.ceil((scale.all + 1) / WORD_BITS));
  nothing[0] = 1;
  return fillableFrom(scale, nothing).and(players);
}

function fillableFrom(scale: Scale, sets: SetOfSets): Fillable {
  return {
    scale,
    canFill: (roles) => (((sets[Math.floor(roles / WORD_BITS)] as number) >>> (roles % WORD_BITS)) & 1) === 1,
    and: (players) =>
      fillableFrom(
        scale,
        players.reduce((before, { parts }) => withPerson(before, parts), sets),
      ),
  };
}

/** Adds each part to all role sets that share no role with it. */
function withPerson(before: SetOfSets, parts: readonly RoleSet[]): SetOfSets {
  const after = before.slice();
  for (const part of parts) {
    const [low, high] = [part % WORD_BITS, Math.floor(part / WORD_BITS)];
    const disjoint = DISJOINT[low] as number;
    for (const [index, sets] of before.entries())
      if ((index & high) === 0) after[index | high] = (after[index | high] as number) | ((sets & disjoint) << low);
  }
  return after;
}
