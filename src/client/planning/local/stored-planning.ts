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
import { type KeyValueStorage, parsedJson, readStored, tryToStore } from "../../storage/browser-storage.ts";
import { type LocalPlanning, PLANNING_PARTS } from "./planning-keys.ts";

/** The planning of a browser that has stored none yet. */
export const NEW_PLANNING: Planning = { ...EMPTY_PLANNING, groups: SEED_GROUPS };

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
    return PLANNING_PARTS.map((part) => storage.getItem(part)).join("\n");
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

/** The schema of each part, and of its items where damaged ones can be left out. */
const SCHEMAS: Readonly<Record<keyof LocalPlanning, z.ZodMiniType>> = {
  groups: StoredGroups,
  events: StoredEvents,
  combinablePairs: PairsByGroup,
  requiredRoles: RolesByGroup,
  absences: Absences,
  wishes: WishesByPerson,
};
const ITEMS: Partial<typeof SCHEMAS> = { groups: Group, events: PlannedEvent, absences: Absence };

function readParts(storage: KeyValueStorage): PlanningReading {
  const parts: Partial<Record<keyof LocalPlanning, unknown>> = {};
  const unreadable: string[] = [];
  for (const part of PLANNING_PARTS) {
    const stored = readStored(storage, part, SCHEMAS[part]);
    if (stored.status === "read") parts[part] = stored.value;
    if (stored.status !== "unreadable") continue;
    unreadable.push(part);
    const items = readableItems(stored.raw, ITEMS[part]);
    if (items.length > 0) parts[part] = items;
  }
  return { parts: parts as Partial<LocalPlanning>, unreadable };
}

/** The items that the schema accepts: one damaged event must not hide the others. */
function readableItems(raw: string, schema: z.ZodMiniType | undefined): unknown[] {
  const list = z.array(z.unknown()).safeParse(parsedJson(raw)).data ?? [];
  return list.flatMap((item) => schema?.safeParse(item).data ?? []);
}

/** Returns whether all changed parts were written. If one cannot be, it restores the parts that were already written. */
function writeParts(storage: KeyValueStorage, former: Partial<LocalPlanning>, planning: LocalPlanning): boolean {
  const formerTexts = new Map<string, string | null>();
  try {
    for (const part of PLANNING_PARTS) {
      const formerText = storage.getItem(part);
      if (planning[part] === former[part] && formerText !== null) continue;
      if (formerText === null && isUnused(part, planning)) continue;
      formerTexts.set(part, formerText);
      storage.setItem(part, JSON.stringify(planning[part]));
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
