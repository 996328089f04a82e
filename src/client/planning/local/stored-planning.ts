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
  type StoredValue,
  tryToStore,
} from "../../storage/browser-storage.ts";
import { type KeptPlanning, PLANNING_KEYS } from "./planning-keys.ts";

export const NEW_PLANNING: Planning = { ...EMPTY_PLANNING, groups: SEED_GROUPS };

const PARTS = Object.keys(PLANNING_KEYS) as readonly (keyof KeptPlanning)[];

interface PlanningReading {
  /** What could be read, item by item. A list that was never stored is absent. */
  readonly parts: Partial<KeptPlanning>;
  readonly unreadable: readonly string[];
}

export interface StoredPlanning {
  /** The same object, lists included, while the stored texts are the same. */
  readonly read: () => PlanningReading;
  /**
   * Stores those parts of `planning` that differ from the last read or written ones: all of them or none. Returns
   * whether it succeeded.
   */
  readonly write: (planning: KeptPlanning) => boolean;
}

export function createStoredPlanning(storage: KeyValueStorage): StoredPlanning {
  let known: { readonly texts: string; readonly reading: PlanningReading } | undefined;

  /** All stored texts joined, for comparison. JSON text contains no raw line break, so a line break separates them. */
  function storedTexts(): string {
    return PARTS.map((part) => storage.getItem(PLANNING_KEYS[part])).join("\n");
  }

  return {
    read() {
      const texts = storedTexts();
      if (known?.texts !== texts) known = { texts, reading: readParts(storage) };
      return known.reading;
    },
    write(planning) {
      const former = known?.reading.parts ?? {};
      if (!writeParts(storage, former, planning)) return false;
      const { groups, events, combinablePairs, requiredRoles, absences, wishes } = planning;
      known = {
        texts: storedTexts(),
        reading: {
          parts: { groups, events, combinablePairs, requiredRoles, absences, wishes },
          unreadable: [],
        },
      };
      return true;
    },
  };
}

function readParts(storage: KeyValueStorage): PlanningReading {
  const groups = readStored(storage, PLANNING_KEYS.groups, StoredGroups);
  const events = readStored(storage, PLANNING_KEYS.events, StoredEvents);
  const pairs = readStored(storage, PLANNING_KEYS.combinablePairs, PairsByGroup);
  const roles = readStored(storage, PLANNING_KEYS.requiredRoles, RolesByGroup);
  const absences = readStored(storage, PLANNING_KEYS.absences, Absences);
  const wishes = readStored(storage, PLANNING_KEYS.wishes, WishesByPerson);
  const readableAbsences = itemsOf(absences, Absence);
  const readableGroups = itemsOf(groups, Group);
  const readableEvents = itemsOf(events, PlannedEvent);
  const statuses = {
    groups: groups.status,
    events: events.status,
    combinablePairs: pairs.status,
    requiredRoles: roles.status,
    absences: absences.status,
    wishes: wishes.status,
  };
  return {
    parts: {
      ...(readableGroups && { groups: readableGroups }),
      ...(readableEvents && { events: readableEvents }),
      ...(pairs.status === "read" && { combinablePairs: pairs.value }),
      ...(roles.status === "read" && { requiredRoles: roles.value }),
      ...(readableAbsences && { absences: readableAbsences }),
      ...(wishes.status === "read" && { wishes: wishes.value }),
    },
    unreadable: PARTS.filter((part) => statuses[part] === "unreadable").map((part) => PLANNING_KEYS[part]),
  };
}

/** One damaged event must not hide the others: those that can be read are kept. */
function itemsOf<Item>(stored: StoredValue<readonly Item[]>, schema: z.ZodMiniType<Item>): readonly Item[] | null {
  if (stored.status === "read") return stored.value;
  if (stored.status === "missing") return null;
  const list = z.array(z.unknown()).safeParse(parsedJson(stored.raw)).data ?? [];
  const readable = list.flatMap((item) => schema.safeParse(item).data ?? []);
  return readable.length > 0 ? readable : null;
}

/** If one part cannot be written, restores the former texts of those before it, unless nothing at all can be stored. */
function writeParts(storage: KeyValueStorage, former: Partial<KeptPlanning>, planning: KeptPlanning): boolean {
  const formerTexts = new Map<string, string | null>();
  try {
    for (const part of PARTS) {
      const key = PLANNING_KEYS[part];
      const formerText = storage.getItem(key);
      if (planning[part] === former[part] && formerText !== null) continue;
      if (formerText === null && isNothing(part, planning)) continue;
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

/** Whether there is nothing to store, in a part that is absent until it is first used. */
function isNothing(part: keyof KeptPlanning, planning: KeptPlanning): boolean {
  return part !== "groups" && part !== "events" && Object.keys(planning[part]).length === 0;
}
