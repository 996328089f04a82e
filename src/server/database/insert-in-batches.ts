import { setImmediate } from "node:timers/promises";
import type { RawBuilder } from "kysely";
import type { Queryable } from "./database.ts";

/** Rows of one statement: it takes a few milliseconds. */
const BATCH = 500;

/**
 * Writes `rows` in batches; how many rows that made. Between two of them other connections get their turn, which on
 * SQLite no query gives them; they wait for nothing here, and this waits for none of them.
 */
export async function insertInBatches<Row>(
  { kysely }: Queryable,
  rows: readonly Row[],
  insertion: (batch: readonly Row[]) => RawBuilder<unknown>,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < rows.length; start += BATCH) {
    const { numAffectedRows = 0n } = await insertion(rows.slice(start, start + BATCH)).execute(kysely);
    count += Number(numAffectedRows);
    await setImmediate();
  }
  return count;
}
