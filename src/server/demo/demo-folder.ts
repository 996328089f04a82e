import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderOfNoDemo } from "#text/commands/start-lines.ts";
import { prepareDataDir } from "../database/data-dir.ts";
import { StartError } from "../errors.ts";

const MARK = "DEMO.txt";
const MARK_TEXT = "`diapason demo` replaces everything in this folder, at each start and each hour.\n";
const OWNER_ONLY = 0o600;

/**
 * Ensures that the folder exists and is a demo's: new, empty, or marked by an earlier demo.
 * @throws StartError when it holds anything else, which could be a team's planning
 */
export async function prepareDemoFolder(folder: string): Promise<void> {
  await prepareDataDir(folder);
  const names = await readdir(folder);
  if (names.includes(MARK)) return;
  if (names.length > 0) {
    throw new StartError(folderOfNoDemo(folder));
  }
  await writeFile(join(folder, MARK), MARK_TEXT, { mode: OWNER_ONLY });
}
