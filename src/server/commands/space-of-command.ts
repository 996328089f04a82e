import { rm } from "node:fs/promises";
import { noSuchSpace } from "#text/commands/command-output.ts";
import { readSecret } from "../auth/secret.ts";
import type { Database } from "../database/database.ts";
import { openRegister, type Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { noteAccounts } from "../spaces/door/space-accounts.ts";
import { openSpaceDatabase } from "../spaces/open-space.ts";
import { readNextMoment } from "../spaces/space-moments.ts";
import { spaceSettings } from "../spaces/space-settings.ts";
import { linkOrigin } from "./command-line.ts";

/** When the server opens the space at the latest, if this command is killed and cannot say when its next job is due. */
const REOPENED_AFTER_MS = 60_000;

/** @throws StartError for a space that does not exist, was deleted, or is being imported */
export async function findSpace(register: Pick<Register, "find">, slug: string): Promise<Space> {
  const space = await register.find(slug);
  if (space === null || space.state === "deleted" || space.state === "importing") {
    throw new StartError(noSuchSpace(slug));
  }
  return space;
}

/** The planning on which a command works. */
export interface CommandTarget {
  readonly settings: Settings;
  readonly database: Database;
  /** @param hasFailed whether the command failed: then a database that was created for it is removed */
  readonly close: (hasFailed?: boolean) => Promise<void>;
}

/**
 * Opens the database of a space for a command. The server may run, and may have the space open too.
 * @param isToBeFilled whether a missing database is created, because a backup will fill it
 */
export async function openSpaceForCommand(
  settings: Settings,
  slug: string,
  isToBeFilled = false,
): Promise<CommandTarget> {
  const register = await openRegister(settings);
  try {
    const space = await findSpace(register, slug);
    const secret = await readSecret(settings);
    const ownSettings = spaceSettings({ settings, baseUrl: linkOrigin(settings), secret }, space);
    await register.noteDue(slug, new Date(Date.now() + REOPENED_AFTER_MS));
    const place = { slug, folder: ownSettings.dataDir };
    const wasMissing =
      isToBeFilled && space.state !== "new" && (await register.storage.readFigures(place, false))?.bytes === 0;
    const database = await openSpaceDatabase(ownSettings, space, register, { isToBeFilled });

    /** Stores in the register the space's accounts, and when its next job is due. */
    async function updateRegister(): Promise<void> {
      await noteAccounts(register, { slug, secret, database });
      await register.noteDue(slug, await readNextMoment({ database, usedAt: space.usedAt }, new Date()));
    }

    async function close(hasFailed = false): Promise<void> {
      // An empty database would count as a space in which nobody has registered, and such spaces are deleted.
      const isLeftEmpty = hasFailed && wasMissing;
      try {
        if (!isLeftEmpty) await updateRegister();
      } finally {
        await database.close();
        if (isLeftEmpty) {
          await register.storage.drop(slug, { isAside: false });
          await rm(sqlitePath(place.folder), { force: true });
        }
        await register.close();
      }
    }

    return { settings: ownSettings, database, close };
  } catch (error) {
    await register.close();
    throw error;
  }
}
