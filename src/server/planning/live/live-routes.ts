import type { Context } from "hono";
import { HEADERS } from "#contract/headers.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { Position } from "#contract/planning/change-stream.ts";
import type { Sessions } from "../../auth/sessions/sessions.ts";
import { checkValues } from "../../api/json-body.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { LiveChanges } from "./live-changes.ts";

/**
 * The position to resume from. A browser's automatic reconnect repeats the first URL and sends the latest position in
 * `Last-Event-ID`, so the header takes precedence.
 */
function positionOf(context: Context<AppEnv>, after: string | undefined): number | null {
  const lastEventId = context.req.header(HEADERS.lastEventId);
  const position = lastEventId === undefined ? after : checkValues(lastEventId, Position);
  return position === undefined ? null : Number(position);
}

/** Route of the change stream, the one call whose response does not end by itself. */
export function addLiveRoutes(mount: Mount, live: LiveChanges, sessions: Pick<Sessions, "noteVisit">): void {
  mount(OPERATIONS.followChanges, ({ context, actor, query }) => {
    const { group: groupId = null, layout = null } = query;
    if (groupId !== null || layout !== null) sessions.noteVisit(context, { personId: actor.id, groupId, layout });
    const receiver = { requestId: context.get("requestId"), sessionId: actor.sessionId, watchedGroupId: groupId };
    return live.follow(receiver, positionOf(context, query.after));
  });
}
