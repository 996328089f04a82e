import { sql } from "kysely";
import type { AdminAct } from "#contract/journal.ts";
import type { Queryable } from "../database/database.ts";

interface DoneAct {
  /** `null`: the server's command line. */
  readonly actorId: string | null;
  readonly act: AdminAct;
  readonly now: Date;
}

/** Adds an admin's act to the journal, in the transaction of the act. Call it last there: it locks the journal. */
export async function recordAct({ kysely, engine }: Queryable, { actorId, act, now }: DoneAct): Promise<void> {
  // The lock keeps two transactions from taking the same number. Readers are not blocked. SQLite has one writer anyway.
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
