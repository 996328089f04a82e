/** The members of `Storage` in use. */
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Replaces storage that the browser blocks: always empty and always full. */
export const BLOCKED_STORAGE: KeyValueStorage = {
  getItem: () => null,
  setItem() {
    throw new Error("The browser blocks storage");
  },
  removeItem() {},
};

/** This browser's storage of `kind`; where it is blocked, an empty one that stores nothing. */
export function browserStorage(kind: "localStorage" | "sessionStorage"): KeyValueStorage {
  try {
    return window[kind];
  } catch {
    return BLOCKED_STORAGE;
  }
}

/** Stores `value` and returns whether it succeeded; full or blocked storage keeps its former value. */
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

/** Decides whether a parsed value is a `Value`, as the schemas of the contract do. */
export interface StoredSchema<Value> {
  readonly safeParse: (
    value: unknown,
  ) => { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** Reads and validates the JSON under `key`: stored data is no more trusted than received data. */
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
 * Moves the value of `key` to `KEY.WHY-TIMESTAMP` (milliseconds; the first free one from `now` on), so that a new value
 * can be written without losing the old one. Returns whether it succeeded; if not, `key` keeps its value.
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
  // Removed first, because a nearly full storage may not have room for both copies.
  storage.removeItem(key);
  try {
    storage.setItem(`${key}.${why}-${timestamp}`, raw);
    return true;
  } catch {
    storage.setItem(key, raw);
    return false;
  }
}
