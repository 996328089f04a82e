import type { Kysely, Selectable } from "kysely";
import type { Settings } from "../../env.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { readDate, type StoredDate } from "../schema.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { registerPath } from "./register-path.ts";
import { REGISTER_MIGRATIONS, type RegisterTables, type SpaceTable } from "./register-schema.ts";

/**
 * `new`: its database is made at the first opening. `importing`: a backup is being restored into it, or that was killed.
 * `deleted`: its folder is kept for a while, and its slug is taken as long.
 */
export type SpaceState = "new" | "active" | "suspended" | "deleted" | "importing";

/** States in which people reach a space. */
const USABLE: readonly SpaceState[] = ["new", "active"];

export interface FirstAdmin {
  readonly email: string;
  /** Of the token in the link with which they register. */
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
  /** Of the mailed link that made it; `null`: an operator did. */
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
  /** As it is called in the journal. */
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

/** All spaces of an installation. */
export interface Register {
  readonly database: Database;
  readonly find: (slug: string) => Promise<Space | null>;
  /** By slug. */
  readonly list: () => Promise<Space[]>;
  /** Those that are open, or were used since. */
  readonly listUsed: (since: Date) => Promise<Space[]>;
  readonly listDeleted: () => Promise<Space[]>;
  /** The usable ones that a mailed link made before this moment, and in which no account is known. */
  readonly listWithoutAccount: (before: Date) => Promise<Space[]>;
  /** How many there are that are not deleted. */
  readonly count: () => Promise<number>;
  /** Returns whether the slug was free. */
  readonly add: (space: NewSpace, act: string, now: Date) => Promise<boolean>;
  /** Returns whether the space was in one of the states before. */
  readonly changeState: (slug: string, change: StateChange) => Promise<boolean>;
  /** Notes in the journal what an operator did without changing the state. */
  readonly recordAct: (slug: string, act: string, now: Date) => Promise<void>;
  /** The journal, of one space or of all, the oldest first. */
  readonly listActs: (slug: string | undefined) => Promise<SpaceAct[]>;
  /** Forgets a space, whose folder is gone. */
  readonly remove: (slug: string) => Promise<void>;
  /**
   * From now on the space's own database is ahead of the register, until `noteClosed`.
   * @param usedAt `null`: not opened for a person
   */
  readonly noteOpened: (slug: string, opened: { readonly now: Date; readonly usedAt: Date | null }) => Promise<void>;
  /** Its database and its first admin's invitation are made. */
  readonly noteMade: (slug: string) => Promise<void>;
  readonly noteClosed: (slug: string, closing: Closing) => Promise<void>;
  /** When somebody else wrote into a closed space. */
  readonly noteDue: (slug: string, dueAt: Date | null) => Promise<void>;
  /** A server that was killed had spaces open: each of them has to be looked at. */
  readonly recover: (now: Date) => Promise<void>;
  /** After the clock was set back: what was due soon by the former clock has to be looked at. */
  readonly bringForward: (now: Date, until: Date) => Promise<void>;
  /** When the first closed space is due. */
  readonly nextDue: () => Promise<Date | null>;
  /** The closed spaces that are due, the longest due first. */
  readonly findDue: (now: Date, limit: number) => Promise<Space[]>;
  /** Replaces what is known of a space's accounts. */
  readonly noteAccounts: (slug: string, addressHashes: readonly string[]) => Promise<void>;
  /** The usable spaces in which this address has an account; and those that are open, which know better themselves. */
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
    opened_at: null,
    deleted_at: null,
    link_hash: linkHash ?? null,
  };
}

/** Closed spaces that may be opened. */
function waiting(kysely: Kysely<RegisterTables>) {
  return kysely.selectFrom("space").where("opened_at", "is", null).where("state", "in", USABLE);
}

/** What a server needs to know of its spaces while they are open, and what it finds out. */
function createOpeningNotes(kysely: Kysely<RegisterTables>) {
  const update = (slug: string) => kysely.updateTable("space").where("slug", "=", slug);
  return {
    async noteOpened(
      slug: string,
      { now, usedAt }: { readonly now: Date; readonly usedAt: Date | null },
    ): Promise<void> {
      await update(slug)
        .set({ opened_at: now, ...(usedAt !== null && { used_at: usedAt }) })
        .execute();
    },
    async noteMade(slug: string): Promise<void> {
      const made = { state: "active", admin_email: null, admin_token_hash: null };
      await update(slug).where("state", "=", "new").set(made).execute();
    },
    async noteClosed(slug: string, { dueAt, usedAt }: Closing): Promise<void> {
      await update(slug)
        .set({ opened_at: null, due_at: dueAt, ...(usedAt !== null && { used_at: usedAt }) })
        .execute();
    },
    async noteDue(slug: string, dueAt: Date | null): Promise<void> {
      await update(slug).set({ due_at: dueAt }).execute();
    },
    async recover(now: Date): Promise<void> {
      const closed = { due_at: now, opened_at: null };
      await kysely.updateTable("space").where("opened_at", "is not", null).set(closed).execute();
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
        .where("opened_at", "is", null)
        .where("address_hash", "=", addressHash)
        .execute();
      const open = await usable.where("opened_at", "is not", null).execute();
      return { closed: closed.map(({ slug }) => slug), open: open.map(({ slug }) => slug) };
    },
  };
}

function createRegister(database: Database): Register {
  // The driver is the same; the tables are not those of a planning.
  const kysely = database.kysely as unknown as Kysely<RegisterTables>;

  return {
    database,
    ...createOpeningNotes(kysely),
    ...createAccountNotes(kysely),
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
        .where((eb) => eb.or([eb("opened_at", "is not", null), eb("used_at", ">=", since)]))
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
    async add(space, act, now) {
      return kysely.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto("space")
          .values(rowOf(space, now))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return false;
        await transaction.insertInto("space_act").values({ done_at: now, slug: space.slug, act }).execute();
        return true;
      });
    },
    async changeState(slug, { from, to, act, now, deletedAt = now }) {
      return kysely.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("space")
          .set({ state: to, deleted_at: to === "deleted" ? deletedAt : null })
          .where("slug", "=", slug)
          .where("state", "in", from)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto("space_act").values({ done_at: now, slug, act }).execute();
        return true;
      });
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
        await transaction.deleteFrom("space").where("slug", "=", slug).execute();
      });
    },
    close: database.close,
  };
}

/** Opens the register, or makes it. @throws StartError */
export async function openRegister(settings: Pick<Settings, "dataDir" | "databaseUrl">): Promise<Register> {
  const { openSqlite } = await import("../sqlite/sqlite.ts");
  const database = await openSqlite(settings.dataDir, { path: registerPath(settings.dataDir) });
  try {
    await migrate(database, REGISTER_MIGRATIONS);
    return createRegister(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same for a server, which locks the folder until the register is closed. */
export async function openRegisterForServer(settings: Settings): Promise<Register> {
  const release = await lockForServer(settings);
  try {
    const register = await openRegister(settings);
    register.database.limitWaits();
    return { ...register, close: () => register.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}
