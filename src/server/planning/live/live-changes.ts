import type { Context } from "hono";
import type { Logger } from "pino";
import { HEADERS } from "#contract/headers.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { Position } from "#contract/planning/change-stream.ts";
import type { Mount } from "../../api/operation-route.ts";
import { checkValues } from "../../api/request-body.ts";
import type { AppEnv, StreamBody } from "../../api/request-context.ts";
import type { Sessions } from "../../auth/sessions/sessions.ts";
import { Refusal } from "../../errors.ts";
import { type LogState, readChanges, readState } from "../changes/read-change-log.ts";
import { PLANNING_CHANNEL, type SharedPlanning } from "../shared-planning.ts";
import { LiveConnection } from "./live-connection.ts";
import { createLiveHub } from "./live-hub.ts";
import { readAudiences, withDeleters } from "./read-live.ts";

interface LiveDependencies {
  readonly planning: SharedPlanning;
  readonly logger: Logger;
  readonly beatMs: number;
  /** Whether strangers use the same account, as in a demo. */
  readonly areAccountsShared: boolean;
}

interface Receiver {
  readonly requestId: string;
  readonly sessionId: string;
  /** The group on the page, if it shows one. */
  readonly watchedGroupId: string | null;
}

/** Streams the accepted changes of the shared planning, from all processes, to the connected clients. */
export interface LiveChanges {
  /**
   * Opens a stream of the changes after position `after`; `null`: from now on.
   * @throws Refusal `position.unknown` for one that the log has not reached
   */
  readonly follow: (receiver: Receiver, after: number | null) => Promise<StreamBody>;
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** With more missed changes than this, reloading is cheaper than receiving them. */
const MOST_RESUMED = 5000;

function isResumable({ position, resumableFrom }: LogState, after: number): boolean {
  return after >= resumableFrom && position - after <= MOST_RESUMED;
}

export function createLiveChanges({ planning, logger, ...options }: LiveDependencies): LiveChanges {
  const { database } = planning;
  const hub = createLiveHub({
    readChanges: async (after, limit) => withDeleters(database, await readChanges(database, after, limit)),
    readAudiences: (sessionIds) => readAudiences(database, sessionIds, planning.now()),
    logger,
    ...options,
  });
  const unsubscribe = planning.onAccepted(hub.notify);
  // A notification is only a hint. The changes themselves are read from the log.
  const stopListening = database.listen(PLANNING_CHANNEL, (payload) => {
    hub.notify(payload === null ? null : Number(payload));
  });

  return {
    async follow({ requestId, sessionId, watchedGroupId }, after) {
      if (hub.isClosed()) throw new Refusal("server.unavailable");
      const state = await readState(database);
      if (after !== null && after > state.position) throw new Refusal("position.unknown");
      // Read after the state: a group joined between the two reads is then sent twice rather than missed.
      const audience = (await readAudiences(database, [sessionId], planning.now())).get(sessionId);
      if (audience === undefined) throw new Refusal("session.required");
      const isReset = after !== null && !isResumable(state, after);
      const position = after === null || isReset ? state.position : after;
      const start = { requestId, sessionId, audience, watchedGroupId, position, head: state.position, isReset };
      return (outgoing) => hub.add(new LiveConnection(outgoing, start));
    },
    count: hub.size,
    async close() {
      unsubscribe();
      hub.close();
      await stopListening();
    },
  };
}

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
