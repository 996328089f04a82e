/** The PHC string format of an Argon2id hash, version 1.3 (`v=19`), the only version that RFC 9106 defines. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/;
/** Limits, so that checking any hash takes less than a second: 3 times the memory and 5 times the passes of a new hash. */
const MEMORY_MAX_KIB = 65_536;
const PASSES_MAX = 10;
const LANES_MAX = 4;
/** RFC 9106 §3.1: at least eight KiB for each lane. */
const MEMORY_MIN_KIB = 8;

/** The parts of a password hash. `memory` is in KiB. */
export interface PasswordHash {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Reads a stored hash; `null` if its format is unknown, or its check would take too much time or memory. */
export function readPasswordHash(text: string): PasswordHash | null {
  const [, memory, passes, lanes, salt = "", tag = ""] = PHC.exec(text) ?? [];
  const hash = {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
  const isWithinLimits =
    hash.lanes >= 1 &&
    hash.lanes <= LANES_MAX &&
    hash.passes >= 1 &&
    hash.passes <= PASSES_MAX &&
    hash.memory >= MEMORY_MIN_KIB * hash.lanes &&
    hash.memory <= MEMORY_MAX_KIB;
  return isWithinLimits ? hash : null;
}
