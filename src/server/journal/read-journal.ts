import { type InferResult, sql } from "kysely";
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

/** Lines with the names that people have now, newest first. */
function selectLines({ kysely }: Queryable) {
  return kysely
    .selectFrom("admin_act")
    .leftJoin("users as actor", "actor.id", "actor_id")
    .leftJoin("users as person", "person.id", "person_id")
    .select(["number", "done_at", "act", "actor_id", "person_id", "actor.name as actor_name"])
    .select("person.name as person_name")
    .orderBy("number", "desc");
}

type Line = InferResult<ReturnType<typeof selectLines>>[number];

function presentLine(line: Line): JournalEntry {
  return {
    number: line.number,
    doneAt: readDate(line.done_at).toISOString(),
    actor: line.actor_id === null ? null : { id: line.actor_id, name: line.actor_name },
    person: line.person_id === null ? null : { id: line.person_id, name: line.person_name },
    act: AdminAct.parse(JSON.parse(line.act)),
  };
}

/** One page. */
export async function readJournal(queryable: Queryable, { before, limit }: JournalWindow): Promise<JournalEntry[]> {
  const lines = await selectLines(queryable)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .limit(limit)
    .execute();
  return lines.map(presentLine);
}

/** All that somebody did, or that was done to them. */
export async function readJournalOf(queryable: Queryable, userId: string): Promise<JournalEntry[]> {
  const lines = await selectLines(queryable)
    .where((eb) => eb.or([eb("actor_id", "=", userId), eb("person_id", "=", userId)]))
    .execute();
  return lines.map(presentLine);
}
