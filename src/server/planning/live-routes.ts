import type { Context } from "hono";
import { HEADERS } from "#contract/headers.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { Position } from "#contract/planning-change.ts";
import { checkValues } from "../auth/json-body.ts";
import type { Mount } from "../auth/operation-route.ts";
import type { AppEnv } from "../auth/request-context.ts";
import type { LiveChanges } from "./live-changes.ts";

/**
 * The position after which to tell. A browser that reconnects by itself repeats the address that it began with, and
 * says in `Last-Event-ID` what came last: the header is the later word.
 */
function positionOf(context: Context<AppEnv>, after: string | undefined): number | null {
  const lastEventId = context.req.header(HEADERS.lastEventId);
  const position = lastEventId === undefined ? after : checkValues(lastEventId, Position);
  return position === undefined ? null : Number(position);
}

/** The one call whose answer does not end by itself. */
export function addLiveRoutes(mount: Mount, live: LiveChanges): void {
  mount(OPERATIONS.followChanges, ({ context, actor, query }) => {
    const hearer = { requestId: context.get("requestId"), sessionId: actor.sessionId };
    return live.follow(hearer, positionOf(context, query.after));
  });
}
