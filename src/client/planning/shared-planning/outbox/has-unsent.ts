import { get, type UseStore } from "idb-keyval";

/** Whether this user may have unsent changes in this browser; also `true` where their record has an unknown form. */
export async function hasUnsent(store: UseStore, userId: string): Promise<boolean> {
  const record = await get<{ readonly entries?: unknown }>(userId, store);
  if (record === undefined) return false;
  return !Array.isArray(record.entries) || record.entries.length > 0;
}
