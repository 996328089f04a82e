import type { ServerProcess } from "../app.ts";
import { inviteAdmin } from "../auth/invitations/admin-invitations.ts";
import type { Database, Pause } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { Settings } from "../env.ts";
import { openPlanning } from "../open-planning.ts";
import { noteAccounts } from "./door/space-accounts.ts";
import type { OpenSpace } from "./space-pool.ts";
import { spaceSettings, type SpacesHost } from "./space-settings.ts";

interface OpenSpaceDependencies extends SpacesHost {
  readonly register: Register;
}

/**
 * Opens the database of a space, and migrates it. For a new space, creates the database with the invitation of its first
 * admin; if that was interrupted, the next opening does it. For any other space, the database must exist.
 * @param settings those of the space, from `spaceSettings`
 * @param pause lets other requests run between two statements on SQLite
 */
export async function openSpaceDatabase(
  settings: Pick<Settings, "dataDir">,
  { slug, state, firstAdmin, createdAt }: Space,
  register: Pick<Register, "activateOnce" | "storage">,
  pause?: Pause,
): Promise<Database> {
  const isNew = state === "new";
  const database = await register.storage.open({ slug, folder: settings.dataDir }, { isNew, ...(pause && { pause }) });
  try {
    await migrate(database);
    if (isNew) {
      await register.activateOnce(slug, async () => {
        if (firstAdmin === null) return;
        const { engine, kysely } = database;
        await kysely
          .transaction()
          .execute((transaction) => inviteAdmin({ engine, kysely: transaction }, firstAdmin, createdAt));
      });
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns the function with which the pool opens a space: its database, its jobs and its app. */
export function createOpenSpace(shared: ServerProcess, dependencies: OpenSpaceDependencies): OpenSpace {
  const { register, secret } = dependencies;

  return (space, { onClosing: markClosed, pause }) => {
    const settings = spaceSettings(dependencies, space);
    const logger = shared.logger.child({ space: space.slug });
    return openPlanning(
      { ...shared, logger },
      {
        settings,
        baseUrl: settings.baseUrl,
        openDatabase: () => openSpaceDatabase(settings, space, register, pause),
        async onClosing(database) {
          // Before it is marked as closed: a search for an address then reads the register's list of accounts.
          await noteAccounts(register, { slug: space.slug, secret, database });
          await markClosed(database);
        },
      },
    );
  };
}
