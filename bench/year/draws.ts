/** A number from 0 to 1 that depends only on the seed and on what it is drawn for. */
export type Draw = (...purpose: readonly (string | number)[]) => number;

/**
 * Two runs with the same seed draw the same number for the same purpose, whatever else they draw. So the same people are
 * ill on the same days under each policy.
 */
export function createDraw(seed: number): Draw {
  return (...purpose) => mixed(hashed(`${seed} ${purpose.join(" ")}`)) / 2 ** 32;
}

/** 32-bit FNV-1a. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

/** The finaliser of MurmurHash3: texts that differ in one letter get unrelated numbers. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
