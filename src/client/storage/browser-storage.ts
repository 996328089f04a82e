/** The part of `Storage` that the product uses. */
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What stands in where the browser refuses all storage: it is always empty and always full. */
const BLOCKED_STORAGE: KeyValueStorage = {
  getItem: () => null,
  setItem() {
    throw new Error("The browser blocks storage");
  },
  removeItem() {},
};

/** This browser's storage of `kind`, or an empty one that takes nothing where it is blocked. */
export function browserStorage(kind: "localStorage" | "sessionStorage"): KeyValueStorage {
  try {
    return window[kind];
  } catch {
    return BLOCKED_STORAGE;
  }
}

/** Whether `value` could be stored; a full or blocked storage keeps what it held. */
export function tryToStore(storage: KeyValueStorage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
