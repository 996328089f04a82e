import { sql } from "kysely";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonRows } from "../../database/json-rows.ts";
import type { PublicationSlice, SliceRow } from "../sharing/publication-slice.ts";

/** The text of a slice contains this if a line-up in it has somebody. */
const HOLDER = "userId";

type EventRow = SliceRow<"events">;

function lineUpOf({ line_up: stored }: EventRow): KeptLineUp {
  return JSON.parse(stored ?? "[]") as KeptLineUp;
}

/** A slice of events whose line-ups hold only people whom the server knows. The roles of others become open. */
export async function withKnownHolders(
  { kysely, engine }: Queryable,
  slice: PublicationSlice,
): Promise<PublicationSlice> {
  // Most slices have no line-up, and need not be parsed.
  if (!slice.rows.includes(HOLDER)) return slice;
  const rows = JSON.parse(slice.rows) as EventRow[];
  const ids = [...new Set(rows.flatMap((row) => lineUpOf(row).map(({ userId }) => userId)))];
  if (ids.length === 0) return slice;
  const given = jsonRows(
    engine,
    { id: "text" },
    ids.map((id) => ({ id })),
  );
  const people = await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "in", sql<string>`${given}`)
    .execute();
  const known = new Set(people.map(({ id }) => id));
  const cleaned = rows.map((row) =>
    row.line_up === null
      ? row
      : { ...row, line_up: JSON.stringify(lineUpOf(row).filter(({ userId }) => known.has(userId))) },
  );
  return { ...slice, rows: JSON.stringify(cleaned) };
}
