import type { Queryable } from "../database/database.ts";
import { readDate } from "../database/schema.ts";
import { LONGEST_RETRY_MS } from "./job-failure.ts";

/** A wait up to this long was counted from the moment of its writing. A longer one leads to a moment of the calendar. */
const LONGEST_WAIT_MS = 2 * LONGEST_RETRY_MS;

/**
 * After the clock was set back, moves forward the jobs that would wait for the clock to catch up: retries are due now,
 * waits of minutes begin again. Deliveries that may be under way, in this or another process, keep the time of a claim.
 */
export async function moveForward({ kysely }: Queryable, now: Date, claimMs: number): Promise<void> {
  const latest = new Date(now.getTime() + LONGEST_WAIT_MS);
  const tried = kysely.updateTable("job").where("tries", ">", 0).where("due_at", ">", latest);
  await tried.where("claimed_at", "is", null).set({ due_at: now }).execute();
  const claimEnd = new Date(now.getTime() + claimMs);
  await tried.where("claimed_at", "is not", null).set({ due_at: claimEnd }).execute();
  const added = await kysely
    .selectFrom("job")
    .select(["id", "due_at", "created_at"])
    .where("tries", "=", 0)
    .where("created_at", ">", now)
    .execute();
  for (const { id, due_at, created_at } of added) {
    const wait = Math.max(0, readDate(due_at).getTime() - readDate(created_at).getTime());
    if (wait > LONGEST_WAIT_MS) continue;
    const values = { due_at: new Date(now.getTime() + wait), created_at: now };
    await kysely.updateTable("job").set(values).where("id", "=", id).where("tries", "=", 0).execute();
  }
}
