import type { Kysely } from "kysely";
import { notifyProcesses } from "../postgres/schema-notices.ts";
import type { StoredDate } from "../schema.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { spaceNotice, SPACES_CHANNEL } from "./register-notices.ts";
import type { RegisterTables } from "./register-schema.ts";
import { dateOrNull, IS_CLOSED, type Space, spaceOf, USABLE } from "./space-rows.ts";

/** What the register stores when a space is closed. */
export interface Closing {
  /** When the space must be opened again for a job; `null`: never. */
  readonly dueAt: Date | null;
  /** The time of a person's latest request; `null`: nobody used the space. */
  readonly usedAt: Date | null;
}

/** What the register stores when a space is opened. */
interface Opening {
  readonly now: Date;
  /** `null`: the space is opened for a job, not for a person. */
  readonly usedAt: Date | null;
}

/** Selects closed spaces that may be opened. */
function selectClosedUsable(kysely: Kysely<RegisterTables>) {
  return kysely.selectFrom("space").where(IS_CLOSED).where("state", "in", USABLE);
}

function update(kysely: Kysely<RegisterTables>, slug: string) {
  return kysely.updateTable("space").where("slug", "=", slug);
}

function updateUsable(kysely: Kysely<RegisterTables>, slug: string) {
  return update(kysely, slug).where("state", "in", USABLE);
}

/** Another server may have recorded a later use. */
async function recordUse(queryable: Kysely<RegisterTables>, slug: string, usedAt: Date): Promise<void> {
  await update(queryable, slug)
    .where((eb) => eb.or([eb("used_at", "is", null), eb("used_at", "<", usedAt)]))
    .set({ used_at: usedAt })
    .execute();
}

/** Records which servers have which spaces open, and when closed spaces are due. */
export function createSpaceOpenings(kysely: Kysely<RegisterTables>, storage: SpaceStorage) {
  const { server, register: database } = storage;
  type Update = ReturnType<typeof updateUsable>;

  async function markOpen(queryable: Kysely<RegisterTables>, slugs: readonly string[], now: Date): Promise<void> {
    const rows = slugs.map((slug) => ({ slug, server, opened_at: now }));
    await queryable
      .insertInto("space_opening")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Records that a usable space is open here. @param narrow adds conditions. Returns whether all conditions were met. */
  function open(slug: string, { now, usedAt }: Opening, narrow: (usable: Update) => Update): Promise<boolean> {
    return kysely.transaction().execute(async (transaction) => {
      // This locks the space's row, so the space cannot be suspended or deleted at the same time.
      const columns = { due_at: null, ...(usedAt !== null && { used_at: usedAt }) };
      const query = narrow(updateUsable(transaction, slug)).set(columns);
      const isOpened = (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
      if (isOpened) await markOpen(transaction, [slug], now);
      return isOpened;
    });
  }

  async function notifyDue(dueAt: Date | null): Promise<void> {
    if (dueAt !== null) await notifyProcesses(database, SPACES_CHANNEL, spaceNotice.due(dueAt));
  }

  return {
    /**
     * Records that this server opens a space. Until `noteClosed`, the register is not up to date about it. Returns
     * whether the space may be used.
     */
    noteOpened: (slug: string, opening: Opening): Promise<boolean> => open(slug, opening, (usable) => usable),
    /** Like `noteOpened`, if the space is due and no server has it open. Only one of several servers gets `true`. */
    async claimDue(slug: string, now: Date): Promise<boolean> {
      // On SQLite there is only one server.
      if (database.engine === "sqlite") return true;
      return open(slug, { now, usedAt: null }, (usable) => usable.where("due_at", "<=", now).where(IS_CLOSED));
    },
    /** Records again that these spaces are open here, because another server may have taken this server for dead. */
    async noteStillOpen(slugs: readonly string[], now: Date): Promise<void> {
      if (database.engine === "postgres" && slugs.length > 0) await markOpen(kysely, slugs, now);
    },
    /** Makes a new space active, and runs `finish`, which writes its first rows. Only one of several servers does it. */
    async activateOnce(slug: string, finish: () => Promise<void>): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        // This locks the row until `finish` is done. Another server waits for it, and then finds the space active.
        const { numUpdatedRows } = await update(transaction, slug)
          .where("state", "=", "new")
          .set({ state: "active", admin_email: null, admin_token_hash: null })
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await finish();
      });
    },
    /** Records that this server closed a space. If another server stored an earlier `dueAt`, that one stays. */
    async noteClosed(slug: string, { dueAt, usedAt }: Closing): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const opening = transaction.deleteFrom("space_opening").where("slug", "=", slug).where("server", "=", server);
        await opening.execute();
        if (usedAt !== null) await recordUse(transaction, slug, usedAt);
        if (dueAt === null) return;
        await update(transaction, slug)
          .where((eb) => eb.or([eb("due_at", "is", null), eb("due_at", ">", dueAt)]))
          .set({ due_at: dueAt })
          .execute();
      });
      await notifyDue(dueAt);
    },
    /** Records when people last used open spaces. In one transaction, since each one waits for the disk. */
    noteUsed: (uses: readonly { readonly slug: string; readonly usedAt: Date }[]): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        for (const { slug, usedAt } of uses) await recordUse(transaction, slug, usedAt);
      }),
    /** Sets when a closed space is due. A command calls it after it changed the space's database. */
    async noteDue(slug: string, dueAt: Date | null): Promise<void> {
      await update(kysely, slug).set({ due_at: dueAt }).execute();
      await notifyDue(dueAt);
    },
    /** Makes spaces due now that were open in servers that crashed. Returns whether there were any. */
    async recover(now: Date): Promise<boolean> {
      const servers = await storage.listServers();
      const openings = kysely.selectFrom("space_opening").where("server", "not in", servers);
      const slugs = (await openings.select("slug").distinct().execute()).map(({ slug }) => slug);
      if (slugs.length === 0) return false;
      await kysely.transaction().execute(async (transaction) => {
        await transaction.updateTable("space").where("slug", "in", slugs).set({ due_at: now }).execute();
        await transaction.deleteFrom("space_opening").where("server", "not in", servers).execute();
      });
      return true;
    },
  };
}

/** Reads which closed spaces must be opened for a job. */
export function createDueSpaces(kysely: Kysely<RegisterTables>) {
  return {
    /** For a clock that was set back: makes spaces due now that would be due until `until`. */
    async bringForward(now: Date, until: Date): Promise<void> {
      await kysely
        .updateTable("space")
        .where("due_at", ">", now)
        .where("due_at", "<=", until)
        .set({ due_at: now })
        .execute();
    },
    /** When the next closed space is due; `null`: never. */
    async nextDue(): Promise<Date | null> {
      const row = await selectClosedUsable(kysely)
        .select(({ fn }) => fn.min<StoredDate | null>("due_at").as("due_at"))
        .executeTakeFirst();
      return dateOrNull(row?.due_at ?? null);
    },
    /** The closed spaces that are due, the longest due first. */
    async findDue(now: Date, limit: number): Promise<Space[]> {
      const due = selectClosedUsable(kysely).selectAll().where("due_at", "<=", now).orderBy("due_at").limit(limit);
      return (await due.execute()).map(spaceOf);
    },
  };
}
