import type { Player } from "./players.ts";
import { isWithin, NO_ROLE, type RoleSet, type Scale } from "./role-sets.ts";

/** Which sets of roles some people can fill, but not how: this is many times faster than `Fillings`. */
export interface Fillable {
  readonly scale: Scale;
  readonly canFill: (roles: RoleSet) => boolean;
  readonly with: (players: readonly Player[]) => Fillable;
}

/** Some of all role sets: one bit for each of `scale.sets`, in its order, `WORD_BITS` bits in each number. */
type SetOfSets = Uint32Array;

/** `rank >>> 5` divides by it. */
const WORD_BITS = 32;

/** How a part is added to sets: which sets have room for it, and by how much it increases their rank. */
interface Step {
  readonly room: SetOfSets;
  readonly rankShift: number;
}

/** Cached by scale and part. */
const STEPS = new WeakMap<Scale, Map<RoleSet, Step>>();

/** What `players` can fill together. */
export function fillableBy(scale: Scale, players: readonly Player[]): Fillable {
  const steps = STEPS.get(scale) ?? new Map<RoleSet, Step>();
  STEPS.set(scale, steps);
  return fillableFrom(scale, steps, setOfSets(scale, [scale.rankOf(NO_ROLE)])).with(players);
}

function fillableFrom(scale: Scale, steps: Map<RoleSet, Step>, sets: SetOfSets): Fillable {
  return {
    scale,
    canFill: (roles) => {
      const rank = scale.rankOf(roles);
      return (((sets[rank >>> 5] as number) >>> (rank % WORD_BITS)) & 1) === 1;
    },
    with: (players) => {
      let before = sets;
      for (const { parts } of players) {
        const after = before.slice();
        for (const part of parts) {
          const step = steps.get(part) ?? stepOf(scale, part);
          steps.set(part, step);
          addStep(after, before, step);
        }
        before = after;
      }
      return fillableFrom(scale, steps, before);
    },
  };
}

function setOfSets(scale: Scale, ranks: readonly number[]): SetOfSets {
  const found = new Uint32Array(Math.ceil(scale.sets.length / WORD_BITS));
  for (const rank of ranks) found[rank >>> 5] = (found[rank >>> 5] as number) | (1 << (rank % WORD_BITS));
  return found;
}

function stepOf(scale: Scale, part: RoleSet): Step {
  const rankShift = scale.rankOf(part);
  const withPart = scale.sets.filter((set) => isWithin(part, set));
  const ranksWithout = withPart.map((set) => scale.rankOf(set) - rankShift);
  return { rankShift, room: setOfSets(scale, ranksWithout) };
}

/** Adds the part to each set of `before` that has room for it, and the results to `after`. */
function addStep(after: SetOfSets, before: SetOfSets, { room, rankShift }: Step): void {
  const [bitShift, wordShift] = [rankShift % WORD_BITS, rankShift >>> 5];
  for (let index = 0, to = wordShift; to < after.length; index += 1, to += 1) {
    const sets = (before[index] as number) & (room[index] as number);
    after[to] = (after[to] as number) | (sets << bitShift);
    // Bits that leave a number go into the next one. A write past the end of a typed array does nothing.
    if (bitShift > 0) after[to + 1] = (after[to + 1] as number) | (sets >>> (WORD_BITS - bitShift));
  }
}
