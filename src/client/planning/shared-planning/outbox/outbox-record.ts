import * as z from "zod/mini";
import { errorCodeOf } from "#contract/errors.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { LateRefusal } from "../../planning-source.ts";

/** Name, date and time of an event, so that its author can identify it after it was deleted. */
const About = z.nullable(z.object({ name: z.string(), date: z.string(), time: z.exactOptional(z.string()) }));

/** A change that the server has not acknowledged. */
export interface OutboxEntry {
  readonly id: string;
  readonly change: PlanningChange;
  /** When the person made it (RFC 3339). */
  readonly madeAt: string;
  readonly about: LateRefusal["event"];
}

/** The stored form of an `OutboxEntry`. Its `saidAt` is `madeAt`; stored changes must stay readable. */
const StoredEntry = z.object({
  id: z.string(),
  change: PlanningChangeRow,
  saidAt: z.string(),
  about: About,
});

const StoredRefusal = z.object({
  id: z.string(),
  change: PlanningChangeRow,
  event: About,
  // Not an enum: a newer page may have stored a code that this page does not know.
  code: z.string(),
  reference: z.optional(z.string()),
});

/**
 * What is stored for one user. A record of another format is left untouched, and one unreadable entry does not hide the
 * others, because none of this exists anywhere else.
 */
const OutboxRecord = z.object({
  format: z.literal(1),
  entries: z.array(z.unknown()),
  refusals: z.array(z.unknown()),
});

export interface OutboxContents {
  /** In the order in which they were made. */
  readonly entries: readonly OutboxEntry[];
  readonly refusals: readonly LateRefusal[];
  /** Entries that this page cannot read; they stay stored. */
  readonly unreadable: { readonly entries: readonly unknown[]; readonly refusals: readonly unknown[] };
}

export const EMPTY_OUTBOX: OutboxContents = { entries: [], refusals: [], unreadable: { entries: [], refusals: [] } };

/** `null` if this page does not know the format. */
export function readRecord(stored: unknown): OutboxContents | null {
  if (stored === undefined) return EMPTY_OUTBOX;
  const record = OutboxRecord.safeParse(stored);
  if (!record.success) return null;
  const [entries, unreadableEntries] = readLines(record.data.entries, StoredEntry);
  const [refusals, unreadableRefusals] = readLines(record.data.refusals, StoredRefusal);
  return {
    entries: entries.map(({ saidAt, ...entry }) => ({ ...entry, madeAt: saidAt })),
    refusals: refusals.map(({ code, ...refusal }) => ({
      ...refusal,
      code: errorCodeOf(code),
    })),
    unreadable: { entries: unreadableEntries, refusals: unreadableRefusals },
  };
}

export function recordOf({ entries, refusals, unreadable }: OutboxContents): z.infer<typeof OutboxRecord> {
  return {
    format: 1,
    entries: [...entries.map(({ madeAt, ...entry }) => ({ ...entry, saidAt: madeAt })), ...unreadable.entries],
    refusals: [...refusals, ...unreadable.refusals],
  };
}

function readLines<Line>(lines: readonly unknown[], schema: z.ZodMiniType<Line>): [Line[], unknown[]] {
  const read: Line[] = [];
  const unreadable: unknown[] = [];
  for (const line of lines) {
    const checked = schema.safeParse(line);
    if (checked.success) read.push(checked.data);
    else unreadable.push(line);
  }
  return [read, unreadable];
}
