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
