import { type Kysely, type Selectable, sql } from "kysely";
import type { Settings } from "../../env.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { notifyProcesses } from "../postgres/schema-notices.ts";
import { readDate, type StoredDate } from "../schema.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { spaceNotice, SPACES_CHANNEL } from "./register-notices.ts";
import { REGISTER_MIGRATIONS, type RegisterTables, type SpaceTable } from "./register-schema.ts";

/**
 * `new`: its database is made at the first opening. `importing`: a backup is being restored into it, or the restoration was
 * killed. `deleted`: its folder is kept for a while, and its slug stays taken until then.
 */
export type SpaceState = "new" | "active" | "suspended" | "deleted" | "importing";

/** States in which people reach a space. */
const USABLE: readonly SpaceState[] = ["new", "active"];

export interface FirstAdmin {
  readonly email: string;
  /** The hash of the token in the link with which they register. */
  readonly tokenHash: string;
}

export interface Space {
  readonly slug: string;
  readonly name: string;
  readonly state: SpaceState;
  readonly secretValue: string;
  /** `null` once the space's own database knows the invitation. */
  readonly firstAdmin: FirstAdmin | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  readonly dueAt: Date | null;
  readonly deletedAt: Date | null;
  /** The hash of the mailed link that made it; `null`: an operator made it. */
  readonly linkHash: string | null;
}

type NewSpace = Pick<Space, "slug" | "name" | "secretValue" | "firstAdmin"> & {
  readonly state: "new" | "importing";
  readonly linkHash?: string;
};

/** What happened while a space was open. */
export interface Closing {
  readonly dueAt: Date | null;
  /** `null`: nobody used it. */
  readonly usedAt: Date | null;
}

/** A change of state by an operator. */
interface StateChange {
  readonly from: readonly SpaceState[];
  readonly to: SpaceState;
  /** Its name in the journal. */
  readonly act: string;
  readonly now: Date;
  /** Left out: now. */
  readonly deletedAt?: Date;
}

/** A line of the journal. */
interface SpaceAct {
  readonly doneAt: Date;
  readonly slug: string;
  readonly act: string;
}

/** The outcome of adding a space. `full`: no more fit in the database. */
export type Added = "added" | "taken" | "full";

/** All spaces of an installation. */
export interface Register {
  readonly database: Database;
  /** Where the spaces themselves are. */
  readonly storage: SpaceStorage;
  readonly find: (slug: string) => Promise<Space | null>;
  /** By slug. */
  readonly list: () => Promise<Space[]>;
  /** The active or suspended ones that are open now, or were used since this moment. */
  readonly listUsed: (since: Date) => Promise<Space[]>;
  readonly listDeleted: () => Promise<Space[]>;
  /** The usable ones that a mailed link made before this moment, and in which no account is known. */
  readonly listWithoutAccount: (before: Date) => Promise<Space[]>;
  /** How many there are that are not deleted. */
  readonly count: () => Promise<number>;
  /** Whether no more spaces fit in the database. */
  readonly isFull: () => Promise<boolean>;
  readonly add: (space: NewSpace, act: string, now: Date) => Promise<Added>;
  /** Returns whether the space was in one of the states before. */
  readonly changeState: (slug: string, change: StateChange) => Promise<boolean>;
  /** Notes in the journal what an operator did without changing the state. */
  readonly recordAct: (slug: string, act: string, now: Date) => Promise<void>;
  /** The journal, of one space or of all, the oldest first. */
  readonly listActs: (slug: string | undefined) => Promise<SpaceAct[]>;
  /** Forgets a space, whose folder is gone. */
  readonly remove: (slug: string) => Promise<void>;
  /**
   * From now on the space's own database is ahead of the register, until `noteClosed`. Returns whether it may be used.
   * @param usedAt `null`: not opened for a person
   */
  readonly noteOpened: (slug: string, opened: { readonly now: Date; readonly usedAt: Date | null }) => Promise<boolean>;
  /** Like `noteOpened`, if no server has it open and it is still due: only one server gets `true`. */
  readonly claimDue: (slug: string, now: Date) => Promise<boolean>;
  /** These are still open here, even if other servers took this one for dead and recovered them. */
  readonly noteStillOpen: (slugs: readonly string[], now: Date) => Promise<void>;
  /** Runs `make`, which finishes a new space's database, and activates the space. Only one server does it. */
  readonly makeOnce: (slug: string, make: () => Promise<void>) => Promise<void>;
  /** An earlier `dueAt` noted by another server that has it open stays. */
  readonly noteClosed: (slug: string, closing: Closing) => Promise<void>;
  /** Sets when a closed space is due, after a write from outside. */
  readonly noteDue: (slug: string, dueAt: Date | null) => Promise<void>;
  /** Makes spaces due that were open in servers that have died. Returns whether there are any. */
  readonly recover: (now: Date) => Promise<boolean>;
  /** After the clock was set back: makes due what falls between `now` and `until`. */
  readonly bringForward: (now: Date, until: Date) => Promise<void>;
  /** When the first closed space is due. */
  readonly nextDue: () => Promise<Date | null>;
  /** The closed spaces that are due, the longest due first. */
  readonly findDue: (now: Date, limit: number) => Promise<Space[]>;
  /** Replaces what is known of a space's accounts. */
  readonly noteAccounts: (slug: string, addressHashes: readonly string[]) => Promise<void>;
  /** The closed usable spaces in which this address has an account; and all open ones, whose own databases know better. */
  readonly findOfAccount: (addressHash: string) => Promise<{ readonly closed: string[]; readonly open: string[] }>;
  readonly close: () => Promise<void>;
}

function dateOrNull(stored: StoredDate | null): Date | null {
  return stored === null ? null : readDate(stored);
}

function spaceOf(row: Selectable<SpaceTable>): Space {
  const { admin_email: email, admin_token_hash: tokenHash } = row;
  return {
    slug: row.slug,
    name: row.name,
    state: row.state as SpaceState,
    secretValue: row.secret_value,
    firstAdmin: email === null || tokenHash === null ? null : { email, tokenHash },
    createdAt: readDate(row.created_at),
    usedAt: dateOrNull(row.used_at),
    dueAt: dateOrNull(row.due_at),
    deletedAt: dateOrNull(row.deleted_at),
    linkHash: row.link_hash,
  };
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

/** In SQL: whether a server has the space open. */
const IS_OPEN = sql<boolean>`exists (select 1 from space_opening where space_opening.slug = space.slug)`;
const IS_CLOSED = sql<boolean>`not ${IS_OPEN}`;

/** Closed spaces that may be opened. */
function waiting(kysely: Kysely<RegisterTables>) {
  return kysely.selectFrom("space").where(IS_CLOSED).where("state", "in", USABLE);
}

function update(on: Kysely<RegisterTables>, slug: string) {
  return on.updateTable("space").where("slug", "=", slug);
}

function updateUsable(on: Kysely<RegisterTables>, slug: string) {
  return update(on, slug).where("state", "in", USABLE);
}

/** What servers store about spaces that they open and close. */
function createOpeningNotes(kysely: Kysely<RegisterTables>, storage: SpaceStorage) {
  const { server, register: database } = storage;
  async function markOpen(on: Kysely<RegisterTables>, slugs: readonly string[], now: Date): Promise<void> {
    const rows = slugs.map((slug) => ({ slug, server, opened_at: now }));
    await on
      .insertInto("space_opening")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function notify(notice: string): Promise<void> {
    await notifyProcesses(database, SPACES_CHANNEL, notice);
  }

  return {
    noteOpened(slug: string, { now, usedAt }: { readonly now: Date; readonly usedAt: Date | null }): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        // Suspending or deleting changes the same row, so it happens before or after.
        const opened = { due_at: null, ...(usedAt !== null && { used_at: usedAt }) };
        const { numUpdatedRows } = await updateUsable(transaction, slug).set(opened).executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await markOpen(transaction, [slug], now);
        return numUpdatedRows > 0n;
      });
    },
    async claimDue(slug: string, now: Date): Promise<boolean> {
      // On SQLite there is only one server.
      if (database.engine === "sqlite") return true;
      return kysely.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await updateUsable(transaction, slug)
          .where("due_at", "<=", now)
          .where(IS_CLOSED)
          .set({ due_at: null })
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await markOpen(transaction, [slug], now);
        return numUpdatedRows > 0n;
      });
    },
    async noteStillOpen(slugs: readonly string[], now: Date): Promise<void> {
      if (database.engine === "postgres" && slugs.length > 0) await markOpen(kysely, slugs, now);
    },
    async makeOnce(slug: string, make: () => Promise<void>): Promise<void> {
      const made = { state: "active", admin_email: null, admin_token_hash: null };
      await kysely.transaction().execute(async (transaction) => {
        // Another server waits for this row, and finds that it was made.
        const making = update(transaction, slug).where("state", "=", "new").set(made);
        const { numUpdatedRows } = await making.executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await make();
      });
    },
    async noteClosed(slug: string, { dueAt, usedAt }: Closing): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const opening = transaction.deleteFrom("space_opening").where("slug", "=", slug).where("server", "=", server);
        await opening.execute();
        if (usedAt !== null) await update(transaction, slug).set({ used_at: usedAt }).execute();
        if (dueAt === null) return;
        await update(transaction, slug)
          .where((eb) => eb.or([eb("due_at", "is", null), eb("due_at", ">", dueAt)]))
          .set({ due_at: dueAt })
          .execute();
      });
      if (dueAt !== null) await notify(spaceNotice.due(dueAt));
    },
    async noteDue(slug: string, dueAt: Date | null): Promise<void> {
      await update(kysely, slug).set({ due_at: dueAt }).execute();
      if (dueAt !== null) await notify(spaceNotice.due(dueAt));
    },
    async recover(now: Date): Promise<boolean> {
      const servers = await storage.listServers();
      const ofKilled = kysely.selectFrom("space_opening").where("server", "not in", servers);
      const slugs = (await ofKilled.select("slug").distinct().execute()).map(({ slug }) => slug);
      if (slugs.length === 0) return false;
      await kysely.transaction().execute(async (transaction) => {
        await transaction.updateTable("space").where("slug", "in", slugs).set({ due_at: now }).execute();
        await transaction.deleteFrom("space_opening").where("server", "not in", servers).execute();
      });
      return true;
    },
    async bringForward(now: Date, until: Date): Promise<void> {
      await kysely
        .updateTable("space")
        .where("due_at", ">", now)
        .where("due_at", "<=", until)
        .set({ due_at: now })
        .execute();
    },
    async nextDue(): Promise<Date | null> {
      const row = await waiting(kysely)
        .select(({ fn }) => fn.min<StoredDate | null>("due_at").as("due_at"))
        .executeTakeFirst();
      return dateOrNull(row?.due_at ?? null);
    },
    async findDue(now: Date, limit: number): Promise<Space[]> {
      const due = waiting(kysely).selectAll().where("due_at", "<=", now).orderBy("due_at").limit(limit);
      return (await due.execute()).map(spaceOf);
    },
  };
}

const ROWS_AT_ONCE = 500;

function createAccountNotes(kysely: Kysely<RegisterTables>) {
  const usable = kysely.selectFrom("space").where("state", "in", USABLE).select("space.slug").orderBy("space.slug");
  return {
    async noteAccounts(slug: string, addressHashes: readonly string[]): Promise<void> {
      const wanted = new Set(addressHashes);
      const rows = await kysely.selectFrom("space_account").where("slug", "=", slug).select("address_hash").execute();
      const known = new Set(rows.map(({ address_hash: hash }) => hash));
      // Mostly nothing has changed since the last opening.
      if (wanted.symmetricDifference(known).size === 0) return;
      const added = Array.from(wanted, (hash) => ({ slug, address_hash: hash }));
      await kysely.transaction().execute(async (transaction) => {
        // Another server that closes the space waits for this row: both would add the same accounts.
        await update(transaction, slug).set({ slug }).execute();
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
          const some = added.slice(start, start + ROWS_AT_ONCE);
          await transaction.insertInto("space_account").values(some).execute();
        }
      });
    },
    async findOfAccount(addressHash: string) {
      const closed = await usable
        .innerJoin("space_account", "space_account.slug", "space.slug")
        .where(IS_CLOSED)
        .where("address_hash", "=", addressHash)
        .execute();
      const open = await usable.where(IS_OPEN).execute();
      return { closed: closed.map(({ slug }) => slug), open: open.map(({ slug }) => slug) };
    },
  };
}

/** Operators' changes of the set of spaces. */
function createChanges(kysely: Kysely<RegisterTables>, { register: database, mostSpaces }: SpaceStorage) {
  const { engine } = database;

  async function isFull(on: Kysely<RegisterTables> = kysely): Promise<boolean> {
    if (!Number.isFinite(mostSpaces)) return false;
    // Deleted ones count too, as long as they are kept.
    const { spaces } = await on
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
        // The tables differ from those of a planning; the connection does not.
        const queryable = { engine, kysely: transaction as unknown as Database["kysely"] };
        await notifyProcesses(queryable, SPACES_CHANNEL, spaceNotice.changed(slug));
        return true;
      });
    },
  };
}

function createRegister(storage: SpaceStorage): Register {
  const { register: database } = storage;
  // The driver is the same; the tables are not those of a planning.
  const kysely = database.kysely as unknown as Kysely<RegisterTables>;

  return {
    database,
    storage,
    ...createOpeningNotes(kysely, storage),
    ...createAccountNotes(kysely),
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
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space_opening").where("slug", "=", slug).execute();
        await transaction.deleteFrom("space").where("slug", "=", slug).execute();
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

/** Opens the register, or makes it. @throws StartError */
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
