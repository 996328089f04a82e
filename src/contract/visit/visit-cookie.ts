import * as z from "zod/mini";
import { shortText } from "../limits.ts";

/**
 * What this browser shows, in a cookie with which the server renders the first screen of its next visit. The page sends it
 * when it opens the change stream; the server sets the cookie. It grants no rights: those depend on the session cookie.
 */
export interface VisitHint {
  /** The id of the user whom this browser shows as signed in; `null`: nobody, even if there is a session cookie. */
  readonly personId: string | null;
  /** The id of the selected group; `null`: none. */
  readonly groupId: string | null;
  /** The page's name for the layout at its width, such as that of a phone; `null`: not known. */
  readonly layout: string | null;
}

export const VISIT_COOKIE = "diapason_visit";
/** A year, in seconds: longer than any session lives without being used. */
export const VISIT_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** In characters: longer than any id. */
export const HINT_MAX = 100;
/** One value of a `VisitHint`. */
export const HintValue = shortText(HINT_MAX, "request.invalid");
const HintText = z.nullable(HintValue);

/** The value of the cookie, parsed as JSON. Cookies of older versions are longer, and ignored. */
export const VisitHintRow = z.tuple([HintText, HintText, HintText]);

/** The value of the cookie, before it is encoded. */
export function visitCookieOf({ personId, groupId, layout }: VisitHint): string {
  return JSON.stringify([personId, groupId, layout]);
}
