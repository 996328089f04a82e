import { oneOf, type Random, wholeNumber } from "../random.ts";
import { HOSTILE_TEXTS, HOSTILE_VALUES, PROTOTYPE_KEYS } from "./hostile-values.ts";

type Entries = [string, unknown][];

/** How often one goes on into a part, rather than stay with the whole. */
const DESCENT = 0.8;

function hostileValue(random: Random): unknown {
  return random() < 0.6 ? oneOf(random, HOSTILE_TEXTS) : oneOf(random, HOSTILE_VALUES);
}

function changeEntry(entries: Entries, at: number, random: Random): Entries {
  return entries.map(([key, value], index) => (index === at ? [key, mutateJson(value, random)] : [key, value]));
}

const ENTRY_CHANGES: readonly ((entries: Entries, at: number, random: Random) => Entries)[] = [
  changeEntry,
  changeEntry,
  changeEntry,
  (entries, at) => entries.filter((_, index) => index !== at),
  (entries, _, random) => [...entries, [oneOf(random, PROTOTYPE_KEYS) ?? "", hostileValue(random)]],
  (entries, _, random) => [...entries, [oneOf(random, HOSTILE_TEXTS) ?? "", hostileValue(random)]],
  // What a form may try to set besides.
  (entries, _, random) => [...entries, [oneOf(random, ["isAdmin", "is_admin", "id", "role"]) ?? "", true]],
  (entries, at) => entries.map(([key, value], index) => [index === at ? key.toUpperCase() : key, value]),
];

function mutateObject(value: object, random: Random): unknown {
  const entries = Object.entries(value);
  const change = oneOf(random, ENTRY_CHANGES) ?? changeEntry;
  // Unlike an assignment this makes `__proto__` a key like any other, and it is sent.
  return Object.fromEntries(change(entries, wholeNumber(random, 0, entries.length - 1), random));
}

function mutateArray(value: readonly unknown[], random: Random): unknown[] {
  const at = wholeNumber(random, 0, value.length - 1);
  if (random() < 0.3) return [...value, ...value, hostileValue(random)];
  return value.map((item, index) => (index === at ? mutateJson(item, random) : item));
}

/** `value` with one thing in it, somewhere, that should not be so. */
export function mutateJson(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() > DESCENT) return hostileValue(random);
  if (!Array.isArray(value)) return mutateObject(value, random);
  return value.length === 0 ? [hostileValue(random)] : mutateArray(value, random);
}
