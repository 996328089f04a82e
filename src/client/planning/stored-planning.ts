import * as z from "zod/mini";
import { Group, PlannedEvent, StoredEvents, StoredGroups } from "#contract/planning.ts";
import type { Planning } from "#domain/planning.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { parsedJson, readStored, type StoredValue } from "../storage/stored-value.ts";

/** Each holds a JSON array in the specification's shape (§3). */
export const GROUPS_KEY = "groups";
export const EVENTS_KEY = "events";

type PlanningKey = typeof GROUPS_KEY | typeof EVENTS_KEY;

interface PlanningReading {
  /** What could be read, item by item; a list is missing where nothing of it is stored yet. */
  readonly lists: Partial<Planning>;
  /** Keys whose value cannot be read in full. */
  readonly unreadable: readonly PlanningKey[];
}

/** The planning as this browser's storage holds it. */
export interface StoredPlanning {
  /** The same object, lists included, while the stored texts are the same. */
  readonly read: () => PlanningReading;
  /** Stores those lists of `planning` that are not the ones last read or written. Both or none; whether it succeeded. */
  readonly write: (planning: Planning) => boolean;
}

export function createStoredPlanning(storage: KeyValueStorage): StoredPlanning {
  let known: { readonly texts: string; readonly reading: PlanningReading } | undefined;

  /** Both texts as one, to compare; a JSON text has no line break where another one would begin. */
  function storedTexts(): string {
    return `${storage.getItem(GROUPS_KEY)}\n${storage.getItem(EVENTS_KEY)}`;
  }

  return {
    read() {
      const texts = storedTexts();
      if (known?.texts !== texts) known = { texts, reading: readLists(storage) };
      return known.reading;
    },
    write(planning) {
      const former = known?.reading.lists ?? {};
      if (!writeLists(storage, former, planning)) return false;
      known = { texts: storedTexts(), reading: { lists: planning, unreadable: [] } };
      return true;
    },
  };
}

function readLists(storage: KeyValueStorage): PlanningReading {
  const groups = readStored(storage, GROUPS_KEY, StoredGroups);
  const events = readStored(storage, EVENTS_KEY, StoredEvents);
  const readableGroups = itemsOf(groups, Group);
  const readableEvents = itemsOf(events, PlannedEvent);
  const unreadable: PlanningKey[] = [];
  if (groups.status === "unreadable") unreadable.push(GROUPS_KEY);
  if (events.status === "unreadable") unreadable.push(EVENTS_KEY);
  return {
    lists: { ...(readableGroups && { groups: readableGroups }), ...(readableEvents && { events: readableEvents }) },
    unreadable,
  };
}

/** One spoilt event must not take the others with it: those that can be read are kept. */
function itemsOf<Item>(stored: StoredValue<readonly Item[]>, schema: z.ZodMiniType<Item>): readonly Item[] | null {
  if (stored.status === "read") return stored.value;
  if (stored.status === "missing") return null;
  const list = z.array(z.unknown()).safeParse(parsedJson(stored.raw)).data ?? [];
  const readable = list.flatMap((item) => schema.safeParse(item).data ?? []);
  return readable.length > 0 ? readable : null;
}

/** When the second list cannot be written, the first gets its former text back, unless nothing at all can be stored. */
function writeLists(storage: KeyValueStorage, former: Partial<Planning>, planning: Planning): boolean {
  const formerGroups = storage.getItem(GROUPS_KEY);
  try {
    if (planning.groups !== former.groups || formerGroups === null) {
      storage.setItem(GROUPS_KEY, JSON.stringify(planning.groups));
    }
    if (planning.events !== former.events || storage.getItem(EVENTS_KEY) === null) {
      storage.setItem(EVENTS_KEY, JSON.stringify(planning.events));
    }
    return true;
  } catch {
    if (formerGroups === null) storage.removeItem(GROUPS_KEY);
    else tryToStore(storage, GROUPS_KEY, formerGroups);
    return false;
  }
}
