import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import type { Context } from "hono";
import type { AppEnv } from "../../api/operation-route.ts";
import { type PasswordHash, readPasswordHash } from "../../database/password-hash.ts";
import { createFairQueue } from "./fair-queue.ts";

/** The `provider_id` of accounts with a password, the same as in earlier versions. */
export const PASSWORD_PROVIDER = "credential";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
/** RFC 9106 §3.1 recommends 16 bytes of salt; §4 a tag of 32. */
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The one version that RFC 9106 defines, 1.3, as the PHC string writes it. */
const VERSION = 19;

type HashCosts = Pick<PasswordHash, "memory" | "passes" | "lanes">;

const deriveTag = promisify(argon2);

/** The queue of all hashing in this process. It leaves one core free for other requests. */
export const hashing = createFairQueue(Math.max(1, availableParallelism() - 1));

/** Queues a task that hashes a password of `account`. @throws Refusal when too many tasks wait */
export function hashInQueue<Result>(
  context: Context<AppEnv>,
  account: string,
  task: () => Promise<Result>,
): Promise<Result> {
  return hashing.run({ network: context.get("clientNetwork"), account }, task);
}

/** Hashes a password. It is normalised to NFKC (NIST SP 800-63B): keyboards encode the same letter in different ways. */
async function tagOf(password: string, salt: Buffer, length: number, costs: HashCosts): Promise<Buffer> {
  return deriveTag("argon2id", {
    message: Buffer.from(password.normalize("NFKC")),
    nonce: salt,
    parallelism: costs.lanes,
    tagLength: length,
    memory: costs.memory,
    passes: costs.passes,
  });
}

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/**
 * Hashes `password` with a new salt into a PHC string. Takes tens of milliseconds of one core: call it in `hashInQueue`.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, TAG_BYTES, { memory: MEMORY_KIB, passes: PASSES, lanes: LANES });
  return `$argon2id$v=${VERSION}$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toBase64(salt)}$${toBase64(tag)}`;
}

/** Whether a hash was made with lower costs than today's. */
export function isOutdated(hash: string): boolean {
  const stored = readPasswordHash(hash);
  return stored !== null && (stored.memory < MEMORY_KIB || stored.passes < PASSES);
}

/** Whether `hash` was made from `password`; `false` for an unreadable hash. Call it in `hashInQueue`. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const stored = readPasswordHash(hash);
  if (stored === null) return false;
  const actual = await tagOf(password, stored.salt, stored.tag.length, stored);
  return timingSafeEqual(actual, stored.tag);
}
