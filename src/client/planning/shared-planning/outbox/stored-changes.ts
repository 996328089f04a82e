import { del, get, update, type UseStore } from "idb-keyval";
import * as z from "zod/mini";
import { errorCodeOf } from "#contract/errors.ts";
import { type ChangeRefusal, PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { LateRefusal } from "../../planning-source.ts";

/** `reference`: the request's id in the server's log, where the server failed. */
export interface Refused extends ChangeRefusal {
  readonly status: "refused";
  readonly reference?: string | undefined;
}

/** Name, date and time of an event, so that its author can identify it after it was deleted. */
const About = z.nullable(z.object({ name: z.string(), date: z.string(), time: z.exactOptional(z.string()) }));

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

interface OutboxContents {
  readonly entries: readonly OutboxEntry[];
  readonly refusals: readonly LateRefusal[];
  /** Entries that this page cannot read; they stay stored. */
  readonly unreadable: { readonly entries: readonly unknown[]; readonly refusals: readonly unknown[] };
}

const EMPTY_OUTBOX: OutboxContents = { entries: [], refusals: [], unreadable: { entries: [], refusals: [] } };

/** `null` if this page does not know the format. */
function readRecord(stored: unknown): OutboxContents | null {
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

function recordOf({ entries, refusals, unreadable }: OutboxContents): z.infer<typeof OutboxRecord> {
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

/**
 * One user's outbox, as this tab knows it. The record in the browser's storage is authoritative and shared with the other
 * tabs.
 */
export function createStoredChanges(store: UseStore, userId: string) {
  const listeners = createListeners();
  let contents: OutboxContents = EMPTY_OUTBOX;
  let storing: readonly OutboxEntry[] = [];
  let entries: readonly OutboxEntry[] = [];
  let refusals: readonly LateRefusal[] = [];
  let isOtherFormat = false;
  /** Ids of finished changes. Without it, they would be sent for ever if the storage can no longer be written. */
  const gone = new Set<string>();

  function show(nextContents: OutboxContents, nextStoring: readonly OutboxEntry[]): void {
    contents = { ...nextContents, entries: nextContents.entries.filter(({ id }) => !gone.has(id)) };
    storing = nextStoring;
    const shown = [...contents.entries, ...storing.filter((entry) => !isIn(contents.entries, entry))];
    entries = formerIfSame(entries, shown);
    refusals = formerIfSame(refusals, contents.refusals);
    listeners.notify();
  }

  function without(id: string): readonly OutboxEntry[] {
    return storing.filter((entry) => entry.id !== id);
  }

  /** Reads, edits and writes in one transaction. Rejects if that fails, or another version of this page wrote the record. */
  async function edited(edit: (contents: OutboxContents) => OutboxContents): Promise<OutboxContents> {
    let written = EMPTY_OUTBOX;
    await update<unknown>(
      userId,
      (stored) => {
        const former = readRecord(stored);
        if (former === null) throw new Error("Another version of this page wrote the outbox");
        written = edit(former);
        return recordOf(written);
      },
      store,
    );
    return written;
  }

  /** If nothing can be written any more, the change is applied in this tab only. */
  async function change(edit: (contents: OutboxContents) => OutboxContents): Promise<void> {
    try {
      show(await edited(edit), storing);
    } catch {
      show(edit(contents), storing);
    }
  }

  /** Hides `id` at once, then removes it from the record. */
  async function leave(id: string, refusal: LateRefusal | null): Promise<void> {
    gone.add(id);
    show(contents, without(id));
    await change((former) => {
      const isStored = former.entries.some((entry) => entry.id === id);
      return {
        ...former,
        entries: former.entries.filter((entry) => entry.id !== id),
        // A change that was replaced meanwhile needs no refusal: its replacement gets its own.
        refusals: refusal && isStored ? [...former.refusals, refusal] : former.refusals,
      };
    });
  }

  return {
    subscribe: listeners.subscribe,
    /** Stored entries and those still being stored, oldest first; the same array until it changes. */
    entries: () => entries,
    stored: () => contents.entries,
    isTaken: (id: string) => !gone.has(id) && !entries.some((entry) => entry.id === id),
    refusals: () => refusals,
    /** Whether the record holds something that this page cannot read. */
    isIllegible: () => isOtherFormat || contents.unreadable.entries.length > 0,
    /** Reads the record again. If that fails, the last known contents stay. */
    async refresh(): Promise<void> {
      try {
        const stored = readRecord(await get<unknown>(userId, store));
        isOtherFormat = stored === null;
        show(stored ?? EMPTY_OUTBOX, storing);
      } catch {
        // Entries already known can still be sent.
      }
    },
    /**
     * Shows `entry` at once, then stores it in place of the answers it replaces, and calls `onReplaced` with the id of
     * each. Rejects if it cannot be stored; it is then shown until it is removed.
     */
    async add(entry: OutboxEntry, onReplaced: (id: string) => void): Promise<void> {
      show(contents, [...storing, entry]);
      let replaced: readonly OutboxEntry[] = [];
      const stored = await edited((former) => {
        replaced = former.entries.filter((other) => isReplaced(other, entry));
        const others = former.entries.filter((other) => !replaced.includes(other));
        return { ...former, entries: [...others, withoutFormerComment(entry, replaced)] };
      });
      for (const { id } of replaced) onReplaced(id);
      show(stored, without(entry.id));
    },
    remove: ({ id }: OutboxEntry) => leave(id, null),
    /** Removes the entry and stores the refusal until its author has read it. */
    refuse: ({ id, change: refused, about }: OutboxEntry, { code, reference }: Refused) =>
      leave(id, { id, change: refused, event: about, code, reference }),
    dismiss: (refusalId: string) =>
      change((former) => ({ ...former, refusals: former.refusals.filter(({ id }) => id !== refusalId) })),
    async drop(): Promise<void> {
      for (const { id } of contents.entries) gone.add(id);
      show(EMPTY_OUTBOX, []);
      try {
        await del(userId, store);
      } catch {
        // A store that cannot be reached holds nothing that this page could read.
      }
    },
  };
}

export type StoredChanges = ReturnType<typeof createStoredChanges>;

/** Compares ids only: an item never changes under the same id. */
function formerIfSame<Item extends { readonly id: string }>(former: readonly Item[], next: readonly Item[]) {
  const isSame = former.length === next.length && former.every(({ id }, index) => id === next[index]?.id);
  return isSame ? former : next;
}

function isIn(entries: readonly OutboxEntry[], { id }: OutboxEntry): boolean {
  return entries.some((entry) => entry.id === id);
}

/**
 * If an answer replaces a different unsent one, it also removes the comment that the server may still have. A comment goes
 * when the answer changes, even if the answer then changes back.
 */
function withoutFormerComment(entry: OutboxEntry, replaced: readonly OutboxEntry[]): OutboxEntry {
  const { change } = entry;
  if (change.type !== "availability.set" || change.answer === null || change.comment !== undefined) return entry;
  const isChanged = replaced.some(
    ({ change: former }) => former.type === "availability.set" && former.answer !== change.answer,
  );
  return isChanged ? { ...entry, change: { ...change, comment: "" } } : entry;
}

/** A person's later answer to an event replaces the earlier one. */
function isReplaced({ change: former }: OutboxEntry, { change: later }: OutboxEntry): boolean {
  if (former.type !== "availability.set" || later.type !== "availability.set") return false;
  return former.eventId === later.eventId && former.person.id === later.person.id;
}
