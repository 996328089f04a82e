import { del, get, update, type UseStore } from "idb-keyval";
import * as z from "zod/mini";
import { errorCodeOf } from "#contract/errors.ts";
import { type ChangeRefusal, PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { LateRefusal } from "../../planning-source.ts";

export interface Refused extends ChangeRefusal {
  readonly status: "refused";
  /** The request's id in the server's log, if the server failed. */
  readonly reference?: string | undefined;
}

/** The event of a change, stored so that the author of the change recognises an event that was deleted since. */
const About = z.nullable(z.object({ name: z.string(), date: z.string(), time: z.exactOptional(z.string()) }));

export interface OutboxEntry {
  readonly id: string;
  readonly change: PlanningChange;
  /** When the person made it (RFC 3339). */
  readonly madeAt: string;
  readonly about: LateRefusal["event"];
}

/** The stored form of an `OutboxEntry`. `saidAt` is the older name of `madeAt`: stored changes must stay readable. */
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
 * The stored record of one user. It exists nowhere else, so a record of another format is left untouched, and one
 * unreadable entry does not hide the others.
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
function parseRecord(stored: unknown): OutboxContents | null {
  if (stored === undefined) return EMPTY_OUTBOX;
  const record = OutboxRecord.safeParse(stored);
  if (!record.success) return null;
  const [entries, unreadableEntries] = parseItems(record.data.entries, StoredEntry);
  const [refusals, unreadableRefusals] = parseItems(record.data.refusals, StoredRefusal);
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

/** Returns the items that the schema accepts, and the others as they are. */
function parseItems<Item>(items: readonly unknown[], schema: z.ZodMiniType<Item>): [Item[], unknown[]] {
  const parsed: Item[] = [];
  const unreadable: unknown[] = [];
  for (const item of items) {
    const result = schema.safeParse(item);
    if (result.success) parsed.push(result.data);
    else unreadable.push(item);
  }
  return [parsed, unreadable];
}

/** Edits the record in one transaction. Rejects if that fails, or if another version of this page wrote the record. */
async function editRecord(
  store: UseStore,
  userId: string,
  edit: (contents: OutboxContents) => OutboxContents,
): Promise<OutboxContents> {
  let written = EMPTY_OUTBOX;
  await update<unknown>(
    userId,
    (stored) => {
      const former = parseRecord(stored);
      if (former === null) throw new Error("Another version of this page wrote the outbox");
      written = edit(former);
      return recordOf(written);
    },
    store,
  );
  return written;
}

/** This tab's copy of one user's outbox record. The record in IndexedDB is authoritative; all tabs share it. */
export function createStoredChanges(store: UseStore, userId: string) {
  const listeners = createListeners();
  let contents: OutboxContents = EMPTY_OUTBOX;
  /** Entries that are being stored now, or could not be stored. */
  let storing: readonly OutboxEntry[] = [];
  let entries: readonly OutboxEntry[] = [];
  let refusals: readonly LateRefusal[] = [];
  let isOtherFormat = false;
  /** Ids of changes that were sent or refused: they are not sent again if they cannot be removed from the storage. */
  const finishedIds = new Set<string>();

  function show(nextContents: OutboxContents, nextStoring: readonly OutboxEntry[]): void {
    contents = { ...nextContents, entries: nextContents.entries.filter(({ id }) => !finishedIds.has(id)) };
    storing = nextStoring;
    const shown = [...contents.entries, ...storing.filter((entry) => !isIn(contents.entries, entry))];
    entries = formerIfSame(entries, shown);
    refusals = formerIfSame(refusals, contents.refusals);
    listeners.notify();
  }

  function storingWithout(id: string): readonly OutboxEntry[] {
    return storing.filter((entry) => entry.id !== id);
  }

  /** Edits the record. If nothing can be written any more, only this tab's copy changes. */
  async function editHereAtLeast(edit: (contents: OutboxContents) => OutboxContents): Promise<void> {
    try {
      show(await editRecord(store, userId, edit), storing);
    } catch {
      show(edit(contents), storing);
    }
  }

  /** Hides `id` at once, then removes it from the record and adds `refusal` to it. */
  async function finish(id: string, refusal: LateRefusal | null): Promise<void> {
    finishedIds.add(id);
    show(contents, storingWithout(id));
    await editHereAtLeast((former) => {
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
    /** Whether another tab removed this change. */
    isRemovedElsewhere: (id: string) => !finishedIds.has(id) && !entries.some((entry) => entry.id === id),
    refusals: () => refusals,
    /** Whether the record holds something that this page cannot read. */
    hasUnreadable: () => isOtherFormat || contents.unreadable.entries.length > 0,
    /** Reads the record again. If that fails, the last known contents stay. */
    async refresh(): Promise<void> {
      try {
        const stored = parseRecord(await get<unknown>(userId, store));
        isOtherFormat = stored === null;
        show(stored ?? EMPTY_OUTBOX, storing);
      } catch {
        // Entries already known can still be sent.
      }
    },
    /**
     * Shows `entry` at once, then stores it. An answer replaces earlier ones of the same person to the same event:
     * `onReplaced` is called with the id of each. Rejects if it cannot be stored; it is then shown until `remove`.
     */
    async add(entry: OutboxEntry, onReplaced?: (id: string) => void): Promise<void> {
      show(contents, [...storing, entry]);
      let replaced: readonly OutboxEntry[] = [];
      const stored = await editRecord(store, userId, (former) => {
        replaced = former.entries.filter((other) => isReplaced(other, entry));
        const others = former.entries.filter((other) => !replaced.includes(other));
        return { ...former, entries: [...others, withoutFormerComment(entry, replaced)] };
      });
      for (const { id } of replaced) onReplaced?.(id);
      show(stored, storingWithout(entry.id));
    },
    remove: ({ id }: OutboxEntry) => finish(id, null),
    /** Removes the entry, and stores the refusal until the author of the change has read it. */
    refuse: ({ id, change: refused, about }: OutboxEntry, { code, reference }: Refused) =>
      finish(id, { id, change: refused, event: about, code, reference }),
    dismiss: (refusalId: string) =>
      editHereAtLeast((former) => ({ ...former, refusals: former.refusals.filter(({ id }) => id !== refusalId) })),
    async drop(): Promise<void> {
      for (const { id } of contents.entries) finishedIds.add(id);
      show(EMPTY_OUTBOX, []);
      try {
        await del(userId, store);
      } catch {
        // If the storage is unavailable, this page cannot read the record either.
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
 * A comment is deleted when its answer changes. The server cannot see a change that was replaced before it was sent (yes,
 * no, and yes again), so the entry then deletes the comment explicitly.
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
export function isReplaced({ change: former }: OutboxEntry, { change: later }: OutboxEntry): boolean {
  if (former.type !== "availability.set" || later.type !== "availability.set") return false;
  return former.eventId === later.eventId && former.person.id === later.person.id;
}
