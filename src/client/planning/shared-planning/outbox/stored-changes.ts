import type { LateRefusal, RefusalCode } from "../planning-source.ts";
import { EMPTY_OUTBOX, type OutboxContents, type OutboxEntry } from "./outbox-record.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** What the outbox holds, as this tab knows it; what is stored is the truth, and shared with the other tabs. */
export interface KeptChanges {
  /** Stored and not yet stored, in the order in which they were made; the same list until it changes. */
  readonly entries: () => readonly OutboxEntry[];
  readonly stored: () => readonly OutboxEntry[];
  /** Whether another tab has taken it away. */
  readonly isTaken: (id: string) => boolean;
  readonly refusals: () => readonly LateRefusal[];
  /** Whether something is stored that this page cannot read. */
  readonly isIllegible: () => boolean;
  /** Looks what is stored now. Where that cannot be read, what was known of it stands. */
  readonly refresh: () => Promise<void>;
  /**
   * Shows `entry` at once, then stores it in the place of the answers that it replaces, and tells their ids. Rejects
   * where it cannot be stored; it is shown until it is removed.
   */
  readonly add: (entry: OutboxEntry, onReplaced: (id: string) => void) => Promise<void>;
  readonly remove: (entry: OutboxEntry) => Promise<void>;
  /** Removes `entry` and keeps why, for its author to read. */
  readonly refuse: (entry: OutboxEntry, code: RefusalCode) => Promise<void>;
  readonly dismiss: (refusalId: string) => Promise<void>;
  readonly drop: () => Promise<void>;
}

export function createKeptChanges(store: OutboxStore, onChange: () => void): KeptChanges {
  let contents: OutboxContents = EMPTY_OUTBOX;
  let storing: readonly OutboxEntry[] = [];
  let entries: readonly OutboxEntry[] = [];
  let refusals: readonly LateRefusal[] = [];
  let isOtherFormat = false;
  /** Done with, be they stored or not: a storage that takes nothing more must not have them sent for ever. */
  const gone = new Set<string>();

  function show(nextContents: OutboxContents, nextStoring: readonly OutboxEntry[]): void {
    contents = { ...nextContents, entries: nextContents.entries.filter(({ id }) => !gone.has(id)) };
    storing = nextStoring;
    const shown = [...contents.entries, ...storing.filter((entry) => !isIn(contents.entries, entry))];
    entries = formerIfSame(entries, shown);
    refusals = formerIfSame(refusals, contents.refusals);
    onChange();
  }

  function without(id: string): readonly OutboxEntry[] {
    return storing.filter((entry) => entry.id !== id);
  }

  /** Where nothing can be written any more, the change still holds in this tab. */
  async function change(update: (contents: OutboxContents) => OutboxContents): Promise<void> {
    try {
      show(await store.change(update), storing);
    } catch {
      show(update(contents), storing);
    }
  }

  /** Takes `id` out of sight at once, then out of the storage. */
  async function leave(id: string, refusal: LateRefusal | null): Promise<void> {
    gone.add(id);
    show(contents, without(id));
    await change((former) => {
      const isStored = former.entries.some((entry) => entry.id === id);
      return {
        ...former,
        entries: former.entries.filter((entry) => entry.id !== id),
        // One that was replaced meanwhile has nothing to tell: what replaced it has.
        refusals: refusal && isStored ? [...former.refusals, refusal] : former.refusals,
      };
    });
  }

  return {
    entries: () => entries,
    stored: () => contents.entries,
    isTaken: (id) => !gone.has(id) && !entries.some((entry) => entry.id === id),
    refusals: () => refusals,
    isIllegible: () => isOtherFormat || contents.unreadable.entries.length > 0,
    async refresh() {
      try {
        const stored = await store.read();
        isOtherFormat = stored === null;
        show(stored ?? EMPTY_OUTBOX, storing);
      } catch {
        // What could not be read can still be sent from here.
      }
    },
    async add(entry, onReplaced) {
      show(contents, [...storing, entry]);
      let replaced: readonly OutboxEntry[] = [];
      const stored = await store.change((former) => {
        replaced = former.entries.filter((other) => isReplaced(other, entry));
        return { ...former, entries: [...former.entries.filter((other) => !replaced.includes(other)), entry] };
      });
      for (const { id } of replaced) onReplaced(id);
      show(stored, without(entry.id));
    },
    remove: ({ id }) => leave(id, null),
    refuse: ({ id, change: refused, about }, code) => leave(id, { id, change: refused, event: about, code }),
    dismiss: (refusalId) =>
      change((former) => ({ ...former, refusals: former.refusals.filter(({ id }) => id !== refusalId) })),
    async drop() {
      for (const { id } of contents.entries) gone.add(id);
      show(EMPTY_OUTBOX, []);
      try {
        await store.drop();
      } catch {
        // Where nothing can be reached, nothing is kept.
      }
    },
  };
}

/** What has an id never changes under it. */
function formerIfSame<Item extends { readonly id: string }>(former: readonly Item[], next: readonly Item[]) {
  const isSame = former.length === next.length && former.every(({ id }, index) => id === next[index]?.id);
  return isSame ? former : next;
}

function isIn(entries: readonly OutboxEntry[], { id }: OutboxEntry): boolean {
  return entries.some((entry) => entry.id === id);
}

/** A person's later word on an event leaves nothing of an earlier one. */
function isReplaced({ change: former }: OutboxEntry, { change: later }: OutboxEntry): boolean {
  if (former.type !== "availability.set" || later.type !== "availability.set") return false;
  return former.eventId === later.eventId && former.person.id === later.person.id;
}
