import { type Kysely, type Selectable, sql } from "kysely";
import type { Settings } from "../../env.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { notifyProcesses } from "../postgres/schema-notices.ts";
import { readDate } from "../schema.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { type AccountIndex, createAccountIndex } from "./account-index.ts";
import { spaceNotice, SPACES_CHANNEL } from "./register-notices.ts";
import { REGISTER_MIGRATIONS, type RegisterTables, type SpaceTable } from "./register-schema.ts";
import { createSpaceOpenings, type SpaceOpenings } from "./space-openings.ts";
import { IS_OPEN, type Space, spaceOf, type SpaceState, USABLE } from "./space-rows.ts";

type NewSpace = Pick<Space, "slug" | "name" | "secretValue" | "firstAdmin"> & {
  readonly state: "new" | "importing";
  readonly linkHash?: string;
};

/** A change of state by an operator. */
interface StateChange {
  readonly from: readonly SpaceState[];
  readonly to: SpaceState;
  /** How the journal names it. */
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

/** The outcome of adding a space. `full`: the database holds no more spaces. */
export type Added = "added" | "taken" | "full";

/** The list of all spaces of an installation, in a database of its own. */
export interface Register extends SpaceOpenings, AccountIndex {
  readonly database: Database;
  /** Where the spaces themselves are. */
  readonly storage: SpaceStorage;
  readonly find: (slug: string) => Promise<Space | null>;
  /** By slug. */
  readonly list: () => Promise<Space[]>;
  /** Active and suspended spaces that are open now, or were used since this moment. */
  readonly listUsed: (since: Date) => Promise<Space[]>;
  readonly listDeleted: () => Promise<Space[]>;
  /** Usable spaces without a known account that a mailed link created before this moment. */
  readonly listWithoutAccount: (before: Date) => Promise<Space[]>;
  /** How many spaces are not deleted. */
  readonly count: () => Promise<number>;
  /** Whether the database holds no more spaces. */
  readonly isFull: () => Promise<boolean>;
  readonly add: (space: NewSpace, act: string, now: Date) => Promise<Added>;
  /** Returns whether the space was in one of the states `from`. */
  readonly changeState: (slug: string, change: StateChange) => Promise<boolean>;
  /** Adds a line to the journal about an act that does not change the state. */
  readonly recordAct: (slug: string, act: string, now: Date) => Promise<void>;
  /** The journal of one space, or of all, oldest line first. */
  readonly listActs: (slug: string | undefined) => Promise<SpaceAct[]>;
  /** Deletes the row of a space whose data are gone. */
  readonly remove: (slug: string) => Promise<void>;
  readonly close: () => Promise<void>;
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

/** Adds spaces, and changes their states. */
function createChanges(kysely: Kysely<RegisterTables>, { register: database, mostSpaces }: SpaceStorage) {
  const { engine } = database;

  async function isFull(queryable: Kysely<RegisterTables> = kysely): Promise<boolean> {
    if (!Number.isFinite(mostSpaces)) return false;
    // Deleted spaces count too, as long as their data are kept.
    const { spaces } = await queryable
      .selectFrom("space")
      .select(({ fn }) => fn.countAll<number | string>().as("spaces"))
      .executeTakeFirstOrThrow();
    return Number(spaces) >= mostSpaces;
  }

  return {
    isFull: () => isFull(),
    add(space: NewSpace, act: string, now: Date): Promise<Added> {
      return kysely.transaction().execute(async (transaction): Promise<Added> => {
        // Two concurrent additions must not both take the last place.
        if (engine === "postgres") await sql`lock table space in share row exclusive mode`.execute(transaction);
        const wasFull = await isFull(transaction);
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto("space")
          .values(rowOf(space, now))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return "taken";
        if (wasFull) {
          await transaction.deleteFrom("space").where("slug", "=", space.slug).execute();
          return "full";
        }
        await transaction.insertInto("space_act").values({ done_at: now, slug: space.slug, act }).execute();
        return "added";
      });
    },
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
        // `notifyProcesses` uses no table, so the type of the tables does not matter.
        const queryable = { engine, kysely: transaction as unknown as Database["kysely"] };
        await notifyProcesses(queryable, SPACES_CHANNEL, spaceNotice.changed(slug));
        return true;
      });
    },
  };
}

function createRegister(storage: SpaceStorage): Register {
  const { register: database } = storage;
  // The same driver as that of a planning, with other tables.
  const kysely = database.kysely as unknown as Kysely<RegisterTables>;

  return {
    database,
    storage,
    ...createSpaceOpenings(kysely, storage),
    ...createAccountIndex(kysely),
    ...createChanges(kysely, storage),
    async find(slug) {
      const row = await kysely.selectFrom("space").selectAll().where("slug", "=", slug).executeTakeFirst();
      return row === undefined ? null : spaceOf(row);
    },
    list: async () => (await kysely.selectFrom("space").selectAll().orderBy("slug").execute()).map(spaceOf),
    async listUsed(since) {
      const used = await kysely
        .selectFrom("space")
        .selectAll()
        .where("state", "in", ["active", "suspended"])
        .where((eb) => eb.or([IS_OPEN, eb("used_at", ">=", since)]))
        .execute();
      return used.map(spaceOf);
    },
    async listDeleted() {
      const deleted = await kysely.selectFrom("space").selectAll().where("state", "=", "deleted").execute();
      return deleted.map(spaceOf);
    },
    async listWithoutAccount(before) {
      const spaces = await kysely
        .selectFrom("space")
        .selectAll()
        .where("state", "in", USABLE)
        .where("link_hash", "is not", null)
        .where("created_at", "<=", before)
        .where((eb) =>
          eb.not(
            eb.exists(eb.selectFrom("space_account").select("slug").whereRef("space_account.slug", "=", "space.slug")),
          ),
        )
        .execute();
      return spaces.map(spaceOf);
    },
    async count() {
      const { spaces } = await kysely
        .selectFrom("space")
        .where("state", "!=", "deleted")
        .select(({ fn }) => fn.countAll<number | string>().as("spaces"))
        .executeTakeFirstOrThrow();
      return Number(spaces);
    },
    async recordAct(slug, act, now) {
      await kysely.insertInto("space_act").values({ done_at: now, slug, act }).execute();
    },
    async listActs(slug) {
      const acts = kysely.selectFrom("space_act").selectAll().orderBy("done_at");
      const rows = await acts.$if(slug !== undefined, (query) => query.where("slug", "=", slug ?? "")).execute();
      return rows.map(({ done_at: doneAt, ...act }) => ({ ...act, doneAt: readDate(doneAt) }));
    },
    async remove(slug) {
      await kysely.transaction().execute(async (transaction) => {
        // The space first: whoever notes its accounts meanwhile locks it first, too.
        await transaction.deleteFrom("space").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space_opening").where("slug", "=", slug).execute();
      });
    },
    close: database.close,
  };
}

type StorageSettings = Pick<Settings, "dataDir" | "databaseUrl">;

/** Only the engine in use is loaded. */
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
