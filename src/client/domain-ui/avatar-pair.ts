import { stableHash } from "./stable-hash.ts";

/** How many pairs of colours styles/main.css holds. */
const PAIRS = 6;

/** Which pair of colours a person has, everywhere and always: 0 to 5. */
export function avatarPair(userId: string): number {
  return stableHash(userId) % PAIRS;
}
