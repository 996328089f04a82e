/** Returns a number from 0 (included) to 1 (excluded). */
export type Random = () => number;

export const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A random generator with a seed (mulberry32), so that a run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A separate generator: its numbers do not depend on how the other one is used. */
export function forkRandom(random: Random): Random {
  return createRandom(Math.floor(random() * 2 ** 32));
}

/** A whole number from `least` to `most`, both included. */
export function wholeNumber(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of `items`; `undefined` if there is none. */
export function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** One of `items`. @throws Error if there is none */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = oneOf(random, items);
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** A random text of `length` characters from `alphabet`. */
export function textOf(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => oneOf(random, alphabet.split(""))).join("");
}
