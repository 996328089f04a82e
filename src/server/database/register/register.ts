import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Settings } from "../../env.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { notifyProcesses } from "../postgres/schema-notices.ts";
import { readDate } from "../schema.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { createAccountIndex } from "./account-index.ts";
import { spaceNotice, SPACES_CHANNEL } from "./register-notices.ts";
import { REGISTER_MIGRATIONS, type RegisterTables, type SpaceTable } from "./register-schema.ts";
import { createDueSpaces, createSpaceOpenings } from "./space-openings.ts";
import { IS_OPEN, type Space, spaceOf, type SpaceState, USABLE } from "./space-rows.ts";

/** `importing`: a backup will be restored into the space. */
type NewSpace = Pick<Space, "slug" | "name" | "secretValue" | "firstAdmin"> & {
  readonly state: "new" | "importing";
  readonly linkHash?: string;
};

/** A change of state by an operator. */
interface StateChange {
  readonly from: readonly SpaceState[];
  readonly to: SpaceState;
  /** The name of the change in the journal. */
  readonly act: string;
  readonly now: Date;
  /** Default: `now`. */
  readonly deletedAt?: Date;
}

/** A line of the journal. */
interface SpaceAct {
  readonly doneAt: Date;
  readonly slug: string;
  readonly act: string;
}

/** The outcome of adding a space. `taken`: the slug is in use; `full`: the database cannot hold more spaces. */
export type Added = "added" | "taken" | "full";

async function countSpaces(query: SelectQueryBuilder<RegisterTables, "space", object>): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number | string>().as("spaces"));
  return Number((await counted.executeTakeFirstOrThrow()).spaces);
}

function rowOf({ slug, name, state, secretValue, firstAdmin, linkHash }: NewSpace, now: Date): Selectable<SpaceTable> {
  return {
    slug,
    name,
    state,
    secret_value: secretValue,
    admin_email: firstAdmin?.email ?? null,
    admin_token_hash: firstAdmin?.tokenHash ?? null,
    created_at: now,
    used_at: null,
    due_at: null,
    deleted_at: null,
    link_hash: linkHash ?? null,
  };
}

/** Adds spaces, and changes their states. Both write the journal (`space_act`). */
function createChanges(kysely: Kysely<RegisterTables>, { register: database, mostSpaces }: SpaceStorage) {
  const { engine } = database;

  async function isFull(queryable = kysely): Promise<boolean> {
    // Deleted spaces count too, until their data are removed. On SQLite there is no limit.
    return Number.isFinite(mostSpaces) && (await countSpaces(queryable.selectFrom("space"))) >= mostSpaces;
  }

  return {
    /** Whether the database cannot hold more spaces. */
    isFull: () => isFull(),
    add(space: NewSpace, act: string, now: Date): Promise<Added> {
      return kysely.transaction().execute(async (transaction): Promise<Added> => {
        // Two additions at the same time must not both get the last free place.
        if (engine === "postgres") await sql`lock table space in share row exclusive mode`.execute(transaction);
        const wasFull = await isFull(transaction);
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto("space")
          .values(rowOf(space, now))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return "taken";
        // Checked last: a taken slug is reported even if the database is full.
        if (wasFull) {
          await transaction.deleteFrom("space").where("slug", "=", space.slug).execute();
          return "full";
        }
        await transaction.insertInto("space_act").values({ done_at: now, slug: space.slug, act }).execute();
        return "added";
      });
    },
    /** Returns whether the state was changed: `false` if the space was in none of the states `from`. */
    changeState(slug: string, { from, to, act, now, deletedAt = now }: StateChange): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("space")
          .set({ state: to, deleted_at: to === "deleted" ? deletedAt : null })
          .where("slug", "=", slug)
          .where("state", "in", from)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto("space_act").values({ done_at: now, slug, act }).execute();
        // The cast is safe: `notifyProcesses` uses no table.
        const queryable = { engine, kysely: transaction as unknown as Database["kysely"] };
        await notifyProcesses(queryable, SPACES_CHANNEL, spaceNotice.changed(slug));
        return true;
      });
    },
    /** Adds a line to the journal about an act that does not change the state. */
    async recordAct(slug: string, act: string, now: Date): Promise<void> {
      await kysely.insertInto("space_act").values({ done_at: now, slug, act }).execute();
    },
    /** Deletes the row of a space whose data are gone. */
    async remove(slug: string): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        // `space` first, in the same order as `noteAccounts`: another order could deadlock.
        await transaction.deleteFrom("space").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space_opening").where("slug", "=", slug).execute();
      });
    },
  };
}

/** Reads spaces and the journal. */
function createLists(kysely: Kysely<RegisterTables>) {
  const spaces = kysely.selectFrom("space");
  const read = async (query: typeof spaces): Promise<Space[]> =>
    (await query.selectAll("space").execute()).map(spaceOf);

  return {
    find: async (slug: string): Promise<Space | null> => (await read(spaces.where("slug", "=", slug)))[0] ?? null,
    /** By slug. */
    list: () => read(spaces.orderBy("slug")),
    /** Active and suspended spaces that are open now, or were used since this moment. For backups. */
    listUsed: (since: Date) =>
      read(
        spaces
          .where("state", "in", ["active", "suspended"])
          .where((eb) => eb.or([IS_OPEN, eb("used_at", ">=", since)])),
      ),
    listDeleted: () => read(spaces.where("state", "=", "deleted")),
    /** Spaces that a mailed link created before this moment, and in which nobody has registered since. */
    listWithoutAccount: (before: Date) =>
      read(
        spaces
          .where("state", "in", USABLE)
          .where("link_hash", "is not", null)
          .where("created_at", "<=", before)
          .where(sql<boolean>`not exists (select 1 from space_account where space_account.slug = space.slug)`),
      ),
    /** How many spaces are not deleted. */
    count: () => countSpaces(spaces.where("state", "!=", "deleted")),
    /** The journal of one space, or of all, oldest line first. */
    async listActs(slug: string | undefined): Promise<SpaceAct[]> {
      const acts = kysely.selectFrom("space_act").selectAll().orderBy("done_at");
      const rows = await (slug === undefined ? acts : acts.where("slug", "=", slug)).execute();
      return rows.map(({ done_at: doneAt, ...act }) => ({ ...act, doneAt: readDate(doneAt) }));
    },
  };
}

function createRegister(storage: SpaceStorage) {
  const { register: database } = storage;
  // The register is opened like a planning's database, but has other tables.
  const kysely = database.kysely as unknown as Kysely<RegisterTables>;
  return {
    database,
    /** Where the spaces themselves are. */
    storage,
    ...createLists(kysely),
    ...createChanges(kysely, storage),
    ...createSpaceOpenings(kysely, storage),
    ...createDueSpaces(kysely),
    ...createAccountIndex(kysely),
    close: database.close,
  };
}

/** The list of all spaces of an installation (`SPACES=on`), in a database of its own. */
export type Register = Readonly<ReturnType<typeof createRegister>>;

type StorageSettings = Pick<Settings, "dataDir" | "databaseUrl">;

/** Loads only the driver in use. */
async function openStorage({ dataDir, databaseUrl }: StorageSettings, isServer: boolean): Promise<SpaceStorage> {
  if (databaseUrl === null) {
    const { openSqliteSpaces } = await import("../sqlite/sqlite-spaces.ts");
    return openSqliteSpaces({ dataDir });
  }
  const { openPostgresSpaces } = await import("../postgres/postgres-spaces.ts");
  return openPostgresSpaces(databaseUrl, isServer);
}

/** Opens the register, or creates it. @throws StartError */
export async function openRegister(settings: StorageSettings, isServer = false): Promise<Register> {
  const storage = await openStorage(settings, isServer);
  try {
    await migrate(storage.register, REGISTER_MIGRATIONS);
    return createRegister(storage);
  } catch (error) {
    await storage.register.close();
    throw error;
  }
}

/** Opens the register for a server. On SQLite it locks the folder until the register is closed. @throws StartError */
export async function openRegisterForServer(settings: Settings): Promise<Register> {
  const release = await lockForServer(settings);
  try {
    const register = await openRegister(settings, true);
    register.database.limitWaits();
    return { ...register, close: () => register.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}
