import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { secretReason, secretUnusable } from "#text/commands/start-lines.ts";
import { ifThere, prepareDataDir, reasonOf } from "../database/data-dir.ts";
import { fileFailure } from "../database/start-failures.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";

const FILE_NAME = "secret";
const OWNER_ONLY = 0o600;
const SECRET_BYTES = 48;
/** 32 characters have at least 128 bits, even if they are hexadecimal digits. */
const SHORTEST = 32;
/** A secret with fewer different characters is not random: 32 random hexadecimal digits contain nearly all sixteen. */
const FEWEST_CHARACTERS = 8;
/** The permission bits of everybody but the owner. */
const OTHERS_RIGHTS = 0o077;

/** Creates the file with the complete secret atomically, unless another process created it first. */
async function createOnce(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(SECRET_BYTES).toString("base64url"), { mode: OWNER_ONLY, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (reasonOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}

function isStrongSecret(secret: string): boolean {
  return secret.length >= SHORTEST && new Set(secret).size >= FEWEST_CHARACTERS;
}

/** @throws StartError for a secret that can be guessed, or that others than its owner can read */
async function requireSafe(path: string, secret: string): Promise<void> {
  if (!isStrongSecret(secret)) throw new StartError(secretUnusable(path, secretReason.guessable));
  // Windows has no such permissions.
  if (process.platform !== "win32" && ((await stat(path)).mode & OTHERS_RIGHTS) !== 0) {
    throw new StartError(secretUnusable(path, secretReason.readable));
  }
}

async function readOrCreate(path: string): Promise<string> {
  const existing = await ifThere(readFile(path, "utf8"));
  if (existing !== null) return existing.trim();
  await createOnce(path);
  return (await readFile(path, "utf8")).trim();
}

/** The secret that signs sessions and links: the setting, else a random one that is stored in `DATA_DIR` once. */
export async function readSecret({ authSecret, dataDir }: Pick<Settings, "authSecret" | "dataDir">): Promise<string> {
  if (authSecret !== null) return authSecret;
  await prepareDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  try {
    const secret = await readOrCreate(path);
    await requireSafe(path, secret);
    return secret;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw fileFailure(secretUnusable(path, reasonOf(error)), error);
  }
}
