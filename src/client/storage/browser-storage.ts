/** The part of `Storage` that is used here. */
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Replaces storage that the browser blocks: it is empty, and every write fails. */
export const BLOCKED_STORAGE: KeyValueStorage = {
  getItem: () => null,
  setItem() {
    throw new Error("The browser blocks storage");
  },
  removeItem() {},
};

/** This browser's storage; `BLOCKED_STORAGE` if the browser blocks it. */
export function browserStorage(kind: "localStorage" | "sessionStorage"): KeyValueStorage {
  try {
    return window[kind];
  } catch {
    return BLOCKED_STORAGE;
  }
}

/** Stores `value` and returns whether it succeeded. If not (storage full or blocked), the former value stays. */
export function tryToStore(storage: KeyValueStorage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export type StoredValue<Value> =
  | { readonly status: "missing" }
  | { readonly status: "read"; readonly value: Value }
  | { readonly status: "unreadable"; readonly raw: string };

/** Checks whether a parsed value is a `Value`. A zod schema is one. */
export interface StoredSchema<Value> {
  readonly safeParse: (
    value: unknown,
  ) => { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** Reads and validates the JSON under `key`: stored data may be damaged, or of another version. */
export function readStored<Value>(
  storage: KeyValueStorage,
  key: string,
  schema: StoredSchema<Value>,
): StoredValue<Value> {
  const raw = storage.getItem(key);
  if (raw === null) return { status: "missing" };
  const checked = schema.safeParse(parsedJson(raw));
  return checked.success ? { status: "read", value: checked.data } : { status: "unreadable", raw };
}

/** `undefined` if `raw` is not JSON. No JSON text parses to `undefined`. */
export function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/**
 * Moves the value of `key` to another key (`events.corrupt-1764000000000`), so that a new value can be written without losing
 * the old one. Returns whether it succeeded; if not, `key` keeps its value.
 */
export function setAside(
  storage: KeyValueStorage,
  key: string,
  now: number,
  why: "corrupt" | "published" = "corrupt",
): boolean {
  const raw = storage.getItem(key);
  if (raw === null) return true;
  let timestamp = now;
  while (storage.getItem(`${key}.${why}-${timestamp}`) !== null) timestamp += 1;
  // Remove it first, because a nearly full storage may not have room for both copies.
  storage.removeItem(key);
  try {
    storage.setItem(`${key}.${why}-${timestamp}`, raw);
    return true;
  } catch {
    storage.setItem(key, raw);
    return false;
  }
}
