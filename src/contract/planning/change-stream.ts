import * as z from "zod/mini";
import { HEADERS } from "../headers.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { HintValue } from "../visit/visit-cookie.ts";

/**
 * The author of a change in the stream: the id of the user who deleted a group or an event, as long as it is in the
 * trash and the user exists. Absent for other changes, and from older servers.
 */
export const ChangeAuthor = z.object({ by: z.optional(z.string()) });

/** A log position as text: in a URL, in a header, or as the id of a stream event. */
export const Position = z.string().check(z.regex(/^\d{1,15}$/, "request.invalid"));

/**
 * The events of the stream `GET /api/changes`. The first is `ready`, or `reset` when missed changes are no longer in
 * the log: then the client reloads all that it shows. The id of both is the position after which changes follow: the
 * requested one, or the current one after a `reset` and when none was requested. Each event has data, at least `{}`,
 * because browsers ignore events without.
 */
export const CHANGE_STREAM = {
  ready: "ready",
  reset: "reset",
  /** One accepted change. Its id is the log position; its data is a `PlanningChangeRow` with a `ChangeAuthor`. */
  change: "change",
  /**
   * Reload all that is shown: many rows changed at once (a publication, a restoration), or the user gained access to
   * earlier changes (by joining a group).
   */
  reload: "reload",
  /**
   * Heartbeat: the server is reachable, and nothing changed. It has no id. It is an event because pages cannot see
   * comments of a stream.
   */
  beat: "beat",
} as const;

/**
 * Milliseconds between two beats. So frequent that a page notices an unreachable server within seconds
 * (docs/decisions/0033). Proxies alone would need one every 30 s.
 */
export const BEAT_EVERY_MS = 3_000;

export const CHANGE_STREAM_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  followChanges: {
    method: "GET",
    path: API.changes,
    access: "planning.read",
    summary: "Server-sent events: every change after a position, then each new one as it is accepted",
    // What the page shows: its selected group and layout, for the data of its next visit.
    query: z.object({
      after: z.optional(Position),
      group: z.optional(HintValue),
      layout: z.optional(HintValue),
    }),
    headers: { [HEADERS.lastEventId]: Position },
    stream: "text/event-stream",
    errors: ["position.unknown", "request.invalid"],
  },
});
