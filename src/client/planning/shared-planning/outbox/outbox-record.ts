import * as z from "zod/mini";
import { isErrorCode } from "#contract/errors.ts";
import { PlanningChangeRow } from "#contract/planning-change.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { LateRefusal } from "../planning-source.ts";

/** What an event is called, for its author to recognise it when it is no longer there. */
const About = z.nullable(z.object({ name: z.string(), date: z.string() }));

/** A change that the server has not acknowledged. */
export interface OutboxEntry {
  readonly id: string;
  readonly change: PlanningChange;
  /** When the person made it (RFC 3339). */
  readonly saidAt: string;
  readonly about: LateRefusal["event"];
}

const StoredEntry: z.ZodMiniType<OutboxEntry> = z.object({
  id: z.string(),
  change: PlanningChangeRow,
  saidAt: z.string(),
  about: About,
});

const StoredRefusal = z.object({
  id: z.string(),
  change: PlanningChangeRow,
  event: About,
  // Codes may come to be that this page does not know yet.
  code: z.string(),
});

/**
 * What is stored for one person. Another format is left as it is, and one line that cannot be read does not take the
 * others with it: nothing of it is a copy of something.
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
  /** Lines that this page cannot read: they stay where they are. */
  readonly unreadable: { readonly entries: readonly unknown[]; readonly refusals: readonly unknown[] };
}

export const EMPTY_OUTBOX: OutboxContents = { entries: [], refusals: [], unreadable: { entries: [], refusals: [] } };

/** `null` where it is of a format that this page does not know. */
export function readRecord(stored: unknown): OutboxContents | null {
  if (stored === undefined) return EMPTY_OUTBOX;
  const record = OutboxRecord.safeParse(stored);
  if (!record.success) return null;
  const [entries, unreadableEntries] = readLines(record.data.entries, StoredEntry);
  const [refusals, unreadableRefusals] = readLines(record.data.refusals, StoredRefusal);
  return {
    entries,
    refusals: refusals.map(({ code, ...refusal }) => ({
      ...refusal,
      code: isErrorCode(code) ? code : "request.invalid",
    })),
    unreadable: { entries: unreadableEntries, refusals: unreadableRefusals },
  };
}

export function recordOf({ entries, refusals, unreadable }: OutboxContents): z.infer<typeof OutboxRecord> {
  return {
    format: 1,
    entries: [...entries, ...unreadable.entries],
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
