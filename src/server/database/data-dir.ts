import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { folderNotWritable } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";

const OWNER_ONLY = 0o700;

/** The code of an error, such as `ENOENT`; its message if it has none. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** Ensures that the folder exists and is writable. A new one is accessible by its owner only. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(folderNotWritable(dataDir, reasonOf(error)), { cause: error });
  }
}
