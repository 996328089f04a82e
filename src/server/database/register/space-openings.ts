import type { Kysely } from "kysely";
import { notifyProcesses } from "../postgres/schema-notices.ts";
import type { StoredDate } from "../schema.ts";
import type { SpaceStorage } from "../spaces/space-storage.ts";
import { spaceNotice, SPACES_CHANNEL } from "./register-notices.ts";
import type { RegisterTables } from "./register-schema.ts";
import { dateOrNull, IS_CLOSED, type Space, spaceOf, USABLE } from "./space-rows.ts";

/** What the register stores when a space is closed. */
export interface Closing {
  /** When it has to be opened again; `null`: never. */
  readonly dueAt: Date | null;
  /** `null`: nobody used it. */
  readonly usedAt: Date | null;
}

/** An opening that is recorded. */
interface Opened {
  readonly now: Date;
  /** `null`: it is not opened for a person. */
  readonly usedAt: Date | null;
}

/** Closed spaces that may be opened. */
function selectWaiting(kysely: Kysely<RegisterTables>) {
  return kysely.selectFrom("space").where(IS_CLOSED).where("state", "in", USABLE);
}

function update(kysely: Kysely<RegisterTables>, slug: string) {
  return kysely.updateTable("space").where("slug", "=", slug);
}

function updateUsable(kysely: Kysely<RegisterTables>, slug: string) {
  return update(kysely, slug).where("state", "in", USABLE);
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

  /** Opens a usable space that `narrow` does not exclude. Returns whether there was one. */
  function open(slug: string, { now, usedAt }: Opened, narrow: (usable: Update) => Update): Promise<boolean> {
    return kysely.transaction().execute(async (transaction) => {
      // Suspending or deleting a space updates the same row, so it cannot happen at the same time.
      const opened = { due_at: null, ...(usedAt !== null && { used_at: usedAt }) };
      const opening = narrow(updateUsable(transaction, slug)).set(opened);
      const isOpened = (await opening.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
      if (isOpened) await markOpen(transaction, [slug], now);
      return isOpened;
    });
  }

  async function notifyDue(dueAt: Date | null): Promise<void> {
    if (dueAt !== null) await notifyProcesses(database, SPACES_CHANNEL, spaceNotice.due(dueAt));
  }

  return {
    /**
     * Records that this server opens a space. Until `noteClosed` the space's own database knows more than the register.
     * Returns whether the space may be used.
     */
    noteOpened: (slug: string, opened: Opened): Promise<boolean> => open(slug, opened, (usable) => usable),
    /** Like `noteOpened`, for a space that is due and open nowhere: only one server gets `true`. */
    async claimDue(slug: string, now: Date): Promise<boolean> {
      // On SQLite there is only one server.
      if (database.engine === "sqlite") return true;
      return open(slug, { now, usedAt: null }, (usable) => usable.where("due_at", "<=", now).where(IS_CLOSED));
    },
    /** Records again that these spaces are open here: another server may have taken this one for dead. */
    async noteStillOpen(slugs: readonly string[], now: Date): Promise<void> {
      if (database.engine === "postgres" && slugs.length > 0) await markOpen(kysely, slugs, now);
    },
    /** Runs `make`, which finishes a new space's database, and activates the space. Only one server does it. */
    async makeOnce(slug: string, make: () => Promise<void>): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        // Another server waits for the lock of this row, and then finds that the space is active.
        const { numUpdatedRows } = await update(transaction, slug)
          .where("state", "=", "new")
          .set({ state: "active", admin_email: null, admin_token_hash: null })
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await make();
      });
    },
    /** Records that this server closed a space. An earlier `dueAt`, noted by another server, stays. */
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
      await notifyDue(dueAt);
    },
    /** Sets when a closed space is due, after a command changed its database. */
    async noteDue(slug: string, dueAt: Date | null): Promise<void> {
      await update(kysely, slug).set({ due_at: dueAt }).execute();
      await notifyDue(dueAt);
    },
    /** Makes the spaces due that were open in servers that have died. Returns whether there are any. */
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
    /** After the clock was set back: makes the spaces due now that are due before `until`. */
    async bringForward(now: Date, until: Date): Promise<void> {
      await kysely
        .updateTable("space")
        .where("due_at", ">", now)
        .where("due_at", "<=", until)
        .set({ due_at: now })
        .execute();
    },
    /** When the first closed space is due. */
    async nextDue(): Promise<Date | null> {
      const row = await selectWaiting(kysely)
        .select(({ fn }) => fn.min<StoredDate | null>("due_at").as("due_at"))
        .executeTakeFirst();
      return dateOrNull(row?.due_at ?? null);
    },
    /** The closed spaces that are due, the longest due first. */
    async findDue(now: Date, limit: number): Promise<Space[]> {
      const due = selectWaiting(kysely).selectAll().where("due_at", "<=", now).orderBy("due_at").limit(limit);
      return (await due.execute()).map(spaceOf);
    },
  };
}
