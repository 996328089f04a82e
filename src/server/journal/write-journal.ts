import { sql } from "kysely";
import type { AdminAct } from "#contract/journal.ts";
import type { Queryable } from "../database/database.ts";

interface DoneAct {
  /** `null`: the server's command line. */
  readonly actorId: string | null;
  readonly act: AdminAct;
  readonly now: Date;
}

/** Adds an act to the journal. Call it last in the transaction of the act, so that both are committed or neither. */
export async function recordAct({ kysely, engine }: Queryable, { actorId, act, now }: DoneAct): Promise<void> {
  // The lock lets one writer at a time take the next number, without blocking readers. SQLite has one writer anyway.
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
