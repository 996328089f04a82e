import { stableHash } from "../stable-hash.ts";

/** Number of colour pairs in styles/main.css. */
const PAIRS = 6;

/** The colour pair of a person, 0 to 5; the same on every device. */
export function avatarPair(userId: string): number {
  return stableHash(userId) % PAIRS;
}
