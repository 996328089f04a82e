import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareDataDir, reasonOf } from "../database/data-dir.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";

const FILE_NAME = "secret";
const OWNER_ONLY = 0o600;
const SECRET_BYTES = 48;

/** Puts a whole secret at `path` at once, unless another process that starts at the same time was first. */
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

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return null;
    throw error;
  }
}

async function readOrCreate(path: string): Promise<string> {
  const known = await readIfThere(path);
  if (known !== null) return known;
  await createOnce(path);
  return (await readFile(path, "utf8")).trim();
}

/** What signs sessions and links: the setting, or a secret made once and kept in `DATA_DIR`. */
export async function readSecret({ authSecret, dataDir }: Pick<Settings, "authSecret" | "dataDir">): Promise<string> {
  if (authSecret !== null) return authSecret;
  await prepareDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  try {
    const secret = await readOrCreate(path);
    if (secret === "") throw new Error("it is empty");
    return secret;
  } catch (error) {
    throw new StartError(`The secret cannot be used: ${path} (${reasonOf(error)})`, { cause: error });
  }
}
