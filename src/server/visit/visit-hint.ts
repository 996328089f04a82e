import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { VISIT_COOKIE, type VisitHint, VisitHintRow } from "#contract/visit/visit-cookie.ts";

/** What the browser says of its visit; `null` where it says nothing that can be read. */
export function readVisitHint(context: Context): VisitHint | null {
  const value = getCookie(context, VISIT_COOKIE);
  if (value === undefined) return null;
  try {
    const row = VisitHintRow.safeParse(JSON.parse(value));
    if (!row.success) return null;
    const [personId, groupId, timeZone] = row.data;
    return { personId, groupId, timeZone };
  } catch {
    return null;
  }
}
