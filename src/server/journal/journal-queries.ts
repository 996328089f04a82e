import { sql } from "kysely";
import { AdminAct, type JournalEntry, type JournalWindow } from "#contract/journal.ts";
import type { Queryable } from "../database/database.ts";
import { readDate } from "../database/schema.ts";

interface DoneAct {
  /** `null`: whoever has the command line of the server. */
  readonly actorId: string | null;
  readonly act: AdminAct;
  readonly now: Date;
}

/**
 * Adds an act to the journal. To be called last in the transaction that does it: it is done and recorded, or neither.
 */
export async function recordAct({ kysely, engine }: Queryable, { actorId, act, now }: DoneAct): Promise<void> {
  // One at a time takes the next number; who only reads goes on. SQLite has one writer in any case.
  if (engine === "postgres") await sql`lock table admin_act in share row exclusive mode`.execute(kysely);
  const last = await kysely
    .selectFrom("admin_act")
    .select(({ fn }) => fn.max("number").as("number"))
    .executeTakeFirst();
  const row = {
    number: (last?.number ?? 0) + 1,
    done_at: now,
    actor_id: actorId,
    person_id: "userId" in act ? act.userId : null,
    act: JSON.stringify(act),
  };
  await kysely.insertInto("admin_act").values(row).execute();
}

/** One page, newest first, with the names that people have now. */
export async function readJournal({ kysely }: Queryable, { before, limit }: JournalWindow): Promise<JournalEntry[]> {
  const rows = await kysely
    .selectFrom("admin_act")
    .leftJoin("users as actor", "actor.id", "actor_id")
    .leftJoin("users as person", "person.id", "person_id")
    .select(["number", "done_at", "act", "actor_id", "person_id", "actor.name as actor_name"])
    .select("person.name as person_name")
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    doneAt: readDate(row.done_at).toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
    act: AdminAct.parse(JSON.parse(row.act)),
  }));
}
