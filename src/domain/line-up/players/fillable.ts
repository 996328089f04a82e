import type { Player } from "./players.ts";
import { isWithin, NO_ROLE, type RoleSet, type Scale } from "./role-sets.ts";

/** Which sets of roles some people can fill. It does not say how, and so is many times faster than `Fillings`. */
export interface Fillable {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  readonly and: (players: readonly Player[]) => Fillable;
}

/** Some of all role sets: one bit for each of `scale.sets`, in its order, `WORD_BITS` bits in each number. */
type SetOfSets = Uint32Array;

const WORD_BITS = 32;

/** What `players` can fill together. */
export function fillableBy(scale: Scale, players: readonly Player[]): Fillable {
  return fillableFrom(scale, setOfSets(scale, [scale.rankOf(NO_ROLE)])).and(players);
}

function fillableFrom(scale: Scale, sets: SetOfSets): Fillable {
  return {
    scale,
    canFill: (roles) => {
      const rank = scale.rankOf(roles);
      return (((sets[rank >>> 5] as number) >>> (rank % WORD_BITS)) & 1) === 1;
    },
    and: (players) =>
      fillableFrom(
        scale,
        players.reduce((before, { parts }) => withPerson(scale, before, parts), sets),
      ),
  };
}

function setOfSets(scale: Scale, ranks: Iterable<number>): SetOfSets {
  const found = new Uint32Array(Math.ceil(scale.sets.length / WORD_BITS));
  for (const rank of ranks) found[rank >>> 5] = (found[rank >>> 5] as number) | (1 << (rank % WORD_BITS));
  return found;
}

/** By scale and part, the sets that have room for it. */
const ROOM = new WeakMap<Scale, Map<RoleSet, SetOfSets>>();

function roomFor(scale: Scale, part: RoleSet): SetOfSets {
  const known = ROOM.get(scale) ?? new Map<RoleSet, SetOfSets>();
  ROOM.set(scale, known);
  const step = scale.rankOf(part);
  const room =
    known.get(part) ??
    setOfSets(
      scale,
      scale.smallestFirst.filter((set) => isWithin(part, set)).map((set) => scale.rankOf(set) - step),
    );
  known.set(part, room);
  return room;
}

/** Adds each part to all role sets that have room for it. */
function withPerson(scale: Scale, before: SetOfSets, parts: readonly RoleSet[]): SetOfSets {
  const after = before.slice();
  for (const part of parts) {
    const room = roomFor(scale, part);
    const step = scale.rankOf(part);
    const [low, high] = [step % WORD_BITS, step >>> 5];
    for (let index = 0; index + high < after.length; index += 1) {
      const sets = (before[index] as number) & (room[index] as number);
      if (sets === 0) continue;
      after[index + high] = (after[index + high] as number) | (sets << low);
      // The bits that leave a number go on in the next one. There is none behind the last set.
      if (low > 0 && index + high + 1 < after.length)
        after[index + high + 1] = (after[index + high + 1] as number) | (sets >>> (WORD_BITS - low));
    }
  }
  return after;
}
