import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { folderNotWritable } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";

const OWNER_ONLY = 0o700;

/** The code of an error, such as `ENOENT`; its message if it has no code. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** Awaits the reading of a file or folder. Returns `null` if it does not exist. */
export async function ifThere<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Creates a folder with its parents. Not by `mkdir` with `recursive`, which below /proc never ends. */
async function createFolder(folder: string): Promise<void> {
  if ((await ifThere(stat(folder)))?.isDirectory()) return;
  await createFolder(dirname(folder));
  try {
    await mkdir(folder, OWNER_ONLY);
  } catch (error) {
    // Another process of the same installation may have created it meanwhile.
    if (!(await ifThere(stat(folder)))?.isDirectory()) throw error;
  }
}

/** Ensures that the folder for data (`DATA_DIR`) exists and is writable. Only its owner can access a new folder. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(folderNotWritable(dataDir, reasonOf(error)), { cause: error });
  }
}
