import { oneOf, type Random, wholeNumber } from "../random.ts";
import { HOSTILE_TEXTS, HOSTILE_VALUES, PROTOTYPE_KEYS } from "./hostile-values.ts";

type Entries = [string, unknown][];

/** Probability of descending into a part instead of changing the whole. */
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
  // Adds properties that a caller must not set.
  (entries, _, random) => [...entries, [oneOf(random, ["isAdmin", "is_admin", "id", "role"]) ?? "", true]],
  (entries, at) => entries.map(([key, value], index) => [index === at ? key.toUpperCase() : key, value]),
];

function mutateObject(value: object, random: Random): unknown {
  const entries = Object.entries(value);
  const change = oneOf(random, ENTRY_CHANGES) ?? changeEntry;
  // Unlike an assignment, this creates `__proto__` as an ordinary key, so that it is sent.
  return Object.fromEntries(change(entries, wholeNumber(random, 0, entries.length - 1), random));
}

function mutateArray(value: readonly unknown[], random: Random): unknown[] {
  const at = wholeNumber(random, 0, value.length - 1);
  if (random() < 0.3) return [...value, ...value, hostileValue(random)];
  return value.map((item, index) => (index === at ? mutateJson(item, random) : item));
}

/** `value` with one wrong thing at a random place. */
export function mutateJson(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() > DESCENT) return hostileValue(random);
  if (!Array.isArray(value)) return mutateObject(value, random);
  return value.length === 0 ? [hostileValue(random)] : mutateArray(value, random);
}
