import type * as z from "zod/mini";
import type { KeyValueStorage } from "./browser-storage.ts";

/** What a key holds. */
export type StoredValue<Value> =
  | { readonly status: "missing" }
  | { readonly status: "read"; readonly value: Value }
  | { readonly status: "unreadable"; readonly raw: string };

/** Reads the JSON under `key`, checked: what comes from a disk is no more trusted than what comes from a wire. */
export function readStored<Value>(
  storage: KeyValueStorage,
  key: string,
  schema: z.ZodMiniType<Value>,
): StoredValue<Value> {
  const raw = storage.getItem(key);
  if (raw === null) return { status: "missing" };
  const checked = schema.safeParse(parsedJson(raw));
  return checked.success ? { status: "read", value: checked.data } : { status: "unreadable", raw };
}

/** `undefined`, which no JSON text gives, where `raw` is not JSON. */
export function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/**
 * Moves what `key` holds to `KEY.WHY-TIMESTAMP` (milliseconds, the first free one from `now` on), so that a new value
 * can be written and the old one is still there. Whether that succeeded; if not, `key` keeps its value.
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
  // Removed first: a nearly full storage may not have room for both copies.
  storage.removeItem(key);
  try {
    storage.setItem(`${key}.${why}-${timestamp}`, raw);
    return true;
  } catch {
    storage.setItem(key, raw);
    return false;
  }
}
