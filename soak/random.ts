/** A number from 0 up to, not including, 1. */
export type Random = () => number;

export const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Numbers that are the same for the same seed (mulberry32): a run that found something can be had again. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers of their own, that are the same whatever else happens meanwhile. */
export function forkRandom(random: Random): Random {
  return createRandom(Math.floor(random() * 2 ** 32));
}

/** A whole number from `least` to `most`, both included. */
export function wholeNumber(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of `items`; `undefined` where there is none. */
export function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** One of `items`. @throws Error where there is none */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = oneOf(random, items);
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** So many characters of `alphabet`. */
export function textOf(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => oneOf(random, alphabet.split(""))).join("");
}
