import * as z from "zod/mini";
import {
  Absence,
  Absences,
  Group,
  PairsByGroup,
  PlannedEvent,
  RolesByGroup,
  StoredEvents,
  StoredGroups,
  WishesByPerson,
} from "#contract/planning/planning.ts";
import { EMPTY_PLANNING, type Planning, SEED_GROUPS } from "#domain/planning/planning.ts";
import {
  type KeyValueStorage,
  parsedJson,
  readStored,
  type StoredSchema,
  type StoredValue,
  tryToStore,
} from "../../storage/browser-storage.ts";
import { type LocalPlanning, PLANNING_KEYS } from "./planning-keys.ts";

/** The planning of a browser that has stored none yet. */
export const NEW_PLANNING: Planning = { ...EMPTY_PLANNING, groups: SEED_GROUPS };

const PARTS = Object.keys(PLANNING_KEYS) as readonly (keyof LocalPlanning)[];

interface PlanningReading {
  /** All parts and items that could be read. A part that was never stored is absent. */
  readonly parts: Partial<LocalPlanning>;
  /** Storage keys of the parts that could not be read, or not completely. */
  readonly unreadable: readonly string[];
}

/** Reads and writes this browser's own planning in `localStorage`. */
export function createStoredPlanning(storage: KeyValueStorage) {
  let latest: { readonly texts: string; readonly reading: PlanningReading } | undefined;

  /** All stored texts in one string, to compare it with an earlier one. JSON text contains no raw line break. */
  function storedTexts(): string {
    return PARTS.map((part) => storage.getItem(PLANNING_KEYS[part])).join("\n");
  }

  return {
    /** Returns the same object, with the same lists, while the stored texts are the same. */
    read: (): PlanningReading => {
      const texts = storedTexts();
      if (latest?.texts !== texts) latest = { texts, reading: readParts(storage) };
      return latest.reading;
    },
    /** Stores the parts that changed since the last `read` or `write`: all or none. Returns whether it succeeded. */
    write(planning: LocalPlanning): boolean {
      const former = latest?.reading.parts ?? {};
      if (!writeParts(storage, former, planning)) return false;
      const { groups, events, combinablePairs, requiredRoles, absences, wishes } = planning;
      const parts = { groups, events, combinablePairs, requiredRoles, absences, wishes };
      latest = { texts: storedTexts(), reading: { parts, unreadable: [] } };
      return true;
    },
  };
}

function readParts(storage: KeyValueStorage): PlanningReading {
  const unreadable: string[] = [];

  function read<Value>(part: keyof LocalPlanning, schema: StoredSchema<Value>): StoredValue<Value> {
    const stored = readStored(storage, PLANNING_KEYS[part], schema);
    if (stored.status === "unreadable") unreadable.push(PLANNING_KEYS[part]);
    return stored;
  }

  const groups = itemsOf(read("groups", StoredGroups), Group);
  const events = itemsOf(read("events", StoredEvents), PlannedEvent);
  const pairs = read("combinablePairs", PairsByGroup);
  const roles = read("requiredRoles", RolesByGroup);
  const absences = itemsOf(read("absences", Absences), Absence);
  const wishes = read("wishes", WishesByPerson);
  const parts = {
    ...(groups && { groups }),
    ...(events && { events }),
    ...(pairs.status === "read" && { combinablePairs: pairs.value }),
    ...(roles.status === "read" && { requiredRoles: roles.value }),
    ...(absences && { absences }),
    ...(wishes.status === "read" && { wishes: wishes.value }),
  };
  return { parts, unreadable };
}

/** The items that can be read: one damaged event must not hide the others. `null` if there are none. */
function itemsOf<Item>(stored: StoredValue<readonly Item[]>, schema: z.ZodMiniType<Item>): readonly Item[] | null {
  if (stored.status === "read") return stored.value;
  if (stored.status === "missing") return null;
  const list = z.array(z.unknown()).safeParse(parsedJson(stored.raw)).data ?? [];
  const readable = list.flatMap((item) => schema.safeParse(item).data ?? []);
  return readable.length > 0 ? readable : null;
}

/** Returns whether all changed parts were written. If one cannot be, it restores the parts that were already written. */
function writeParts(storage: KeyValueStorage, former: Partial<LocalPlanning>, planning: LocalPlanning): boolean {
  const formerTexts = new Map<string, string | null>();
  try {
    for (const part of PARTS) {
      const key = PLANNING_KEYS[part];
      const formerText = storage.getItem(key);
      if (planning[part] === former[part] && formerText !== null) continue;
      if (formerText === null && isUnused(part, planning)) continue;
      formerTexts.set(key, formerText);
      storage.setItem(key, JSON.stringify(planning[part]));
    }
    return true;
  } catch {
    for (const [key, text] of formerTexts) {
      if (text === null) storage.removeItem(key);
      else tryToStore(storage, key, text);
    }
    return false;
  }
}

/** Whether the part is still empty. Such a part is not stored until it is first used, except `groups` and `events`. */
function isUnused(part: keyof LocalPlanning, planning: LocalPlanning): boolean {
  return part !== "groups" && part !== "events" && Object.keys(planning[part]).length === 0;
}
