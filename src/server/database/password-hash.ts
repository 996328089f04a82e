/** Argon2id in version 1.3, the one that RFC 9106 defines, as the PHC string writes it. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/;
/** Three times the memory and five times the passes of our own hashes. Checking any hash takes less than a second. */
const MEMORY_MAX_KIB = 65_536;
const PASSES_MAX = 10;
const LANES_MAX = 4;
/** RFC 9106 §3.1: at least eight blocks of 1 KiB a lane. */
const BLOCKS_OF_LANE = 8;

/** How one password was hashed. */
export interface PasswordHash {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Reads a stored hash; `null` for another format, and for one whose check would take too long or too much memory. */
export function readPasswordHash(text: string): PasswordHash | null {
  const [, memory, passes, lanes, salt = "", tag = ""] = PHC.exec(text) ?? [];
  const hash = {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
  const isSound =
    hash.lanes >= 1 &&
    hash.lanes <= LANES_MAX &&
    hash.passes >= 1 &&
    hash.passes <= PASSES_MAX &&
    hash.memory >= BLOCKS_OF_LANE * hash.lanes &&
    hash.memory <= MEMORY_MAX_KIB;
  return isSound ? hash : null;
}
