import { noSuchSpace } from "#text/commands/command-output.ts";
import { readSecret } from "../auth/secret.ts";
import type { Database } from "../database/database.ts";
import { openRegister, type Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
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
  readonly close: () => Promise<void>;
}

/** Opens the database of a space for a command. The server may run, and may have the space open too. */
export async function openSpaceForCommand(settings: Settings, slug: string): Promise<CommandTarget> {
  const register = await openRegister(settings);
  try {
    const space = await findSpace(register, slug);
    const secret = await readSecret(settings);
    const ownSettings = spaceSettings({ settings, baseUrl: linkOrigin(settings), secret }, space);
    await register.noteDue(slug, new Date(Date.now() + REOPENED_AFTER_MS));
    const database = await openSpaceDatabase(ownSettings, space, register);
    /** Stores in the register the space's accounts, and when its next job is due. */
    async function close(): Promise<void> {
      try {
        await noteAccounts(register, { slug, secret, database });
        await register.noteDue(slug, await readNextMoment({ database, usedAt: space.usedAt }, new Date()));
      } finally {
        await database.close();
        await register.close();
      }
    }
    return { settings: ownSettings, database, close };
  } catch (error) {
    await register.close();
    throw error;
  }
}
