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

/** Which servers have which spaces open, and when closed spaces are due. */
export interface SpaceOpenings {
  /**
   * Records that this server opens a space. Until `noteClosed` the space's own database knows more than the register.
   * Returns whether the space may be used.
   * @param usedAt `null`: it is not opened for a person
   */
  readonly noteOpened: (slug: string, opened: { readonly now: Date; readonly usedAt: Date | null }) => Promise<boolean>;
  /** Like `noteOpened`, for a space that is due and open nowhere: only one server gets `true`. */
  readonly claimDue: (slug: string, now: Date) => Promise<boolean>;
  /** Records again that these spaces are open here: another server may have taken this one for dead. */
  readonly noteStillOpen: (slugs: readonly string[], now: Date) => Promise<void>;
  /** Runs `make`, which finishes a new space's database, and activates the space. Only one server does it. */
  readonly makeOnce: (slug: string, make: () => Promise<void>) => Promise<void>;
  /** Records that this server closed a space. An earlier `dueAt`, noted by another server, stays. */
  readonly noteClosed: (slug: string, closing: Closing) => Promise<void>;
  /** Sets when a closed space is due, after a command changed its database. */
  readonly noteDue: (slug: string, dueAt: Date | null) => Promise<void>;
  /** Makes the spaces due that were open in servers that have died. Returns whether there are any. */
  readonly recover: (now: Date) => Promise<boolean>;
  /** After the clock was set back: makes the spaces due now that are due before `until`. */
  readonly bringForward: (now: Date, until: Date) => Promise<void>;
  /** When the first closed space is due. */
  readonly nextDue: () => Promise<Date | null>;
  /** The closed spaces that are due, the longest due first. */
  readonly findDue: (now: Date, limit: number) => Promise<Space[]>;
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

export function createSpaceOpenings(kysely: Kysely<RegisterTables>, storage: SpaceStorage): SpaceOpenings {
  const { server, register: database } = storage;

  async function markOpen(queryable: Kysely<RegisterTables>, slugs: readonly string[], now: Date): Promise<void> {
    const rows = slugs.map((slug) => ({ slug, server, opened_at: now }));
    await queryable
      .insertInto("space_opening")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function notify(notice: string): Promise<void> {
    await notifyProcesses(database, SPACES_CHANNEL, notice);
  }

  return {
    noteOpened: (slug, { now, usedAt }) =>
      kysely.transaction().execute(async (transaction) => {
        // Suspending or deleting a space updates the same row, so it cannot happen at the same time.
        const opened = { due_at: null, ...(usedAt !== null && { used_at: usedAt }) };
        const { numUpdatedRows } = await updateUsable(transaction, slug).set(opened).executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await markOpen(transaction, [slug], now);
        return numUpdatedRows > 0n;
      }),
    async claimDue(slug, now) {
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
    async noteStillOpen(slugs, now) {
      if (database.engine === "postgres" && slugs.length > 0) await markOpen(kysely, slugs, now);
    },
    async makeOnce(slug, make) {
      await kysely.transaction().execute(async (transaction) => {
        // Another server waits for the lock of this row, and then finds that the space is active.
        const { numUpdatedRows } = await update(transaction, slug)
          .where("state", "=", "new")
          .set({ state: "active", admin_email: null, admin_token_hash: null })
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await make();
      });
    },
    async noteClosed(slug, { dueAt, usedAt }) {
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
    async noteDue(slug, dueAt) {
      await update(kysely, slug).set({ due_at: dueAt }).execute();
      if (dueAt !== null) await notify(spaceNotice.due(dueAt));
    },
    async recover(now) {
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
    async bringForward(now, until) {
      await kysely
        .updateTable("space")
        .where("due_at", ">", now)
        .where("due_at", "<=", until)
        .set({ due_at: now })
        .execute();
    },
    async nextDue() {
      const row = await selectWaiting(kysely)
        .select(({ fn }) => fn.min<StoredDate | null>("due_at").as("due_at"))
        .executeTakeFirst();
      return dateOrNull(row?.due_at ?? null);
    },
    async findDue(now, limit) {
      const due = selectWaiting(kysely).selectAll().where("due_at", "<=", now).orderBy("due_at").limit(limit);
      return (await due.execute()).map(spaceOf);
    },
  };
}
