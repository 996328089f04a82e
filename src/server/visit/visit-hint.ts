import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { VISIT_COOKIE, type VisitHint, VisitHintRow } from "#contract/visit/visit-cookie.ts";

/** What the cookie says about the browser's last visit; `null` if there is none, or it cannot be read. */
export function readVisitHint(context: Context): VisitHint | null {
  const value = getCookie(context, VISIT_COOKIE);
  if (value === undefined) return null;
  try {
    const row = VisitHintRow.safeParse(JSON.parse(value));
    if (!row.success) return null;
    const [personId, groupId, layout] = row.data;
    return { personId, groupId, layout };
  } catch {
    return null;
  }
}
