import type { Context } from "hono";
import type { Logger } from "pino";
import { OPERATIONS } from "#contract/operations.ts";
import { HEADERS } from "#contract/paths.ts";
import { Position } from "#contract/planning/planning-change.ts";
import type { AppEnv, Mount, StreamBody } from "../../api/operation-route.ts";
import { checkValues } from "../../api/request-body.ts";
import type { Sessions } from "../../auth/sessions/sessions.ts";
import { Refusal } from "../../errors.ts";
import { type Audience, readAudiences } from "../changes/read-rights.ts";
import { type LogState, readChanges, readDeleter, readState } from "../changes/write-change-log.ts";
import { PLANNING_CHANNEL, type SharedPlanning } from "../shared-planning.ts";
import { type FramedChange, LiveConnection, withFrame } from "./live-connection.ts";

interface LiveDependencies {
  readonly planning: SharedPlanning;
  readonly logger: Logger;
  readonly beatMs: number;
  /** Whether strangers use the same account, as in a demo. */
  readonly areAccountsShared: boolean;
}

/** Each browser of a user has one stream. Beyond this number the oldest are probably dead. */
const MOST_OF_ONE_PERSON = 20;
const PAGE = 200;

/** Calls `send` for each receiver that still has the right. The streams of the others end. If a change is
 * the deletion of their own account, they receive that first. */
async function serve(
  { database, now }: SharedPlanning,
  receivers: readonly LiveConnection[],
  changes: readonly FramedChange[],
  send: (receiver: LiveConnection, audience: Audience) => void,
): Promise<void> {
  const sessionIds = new Set(receivers.map(({ start }) => start.sessionId));
  const audiences = await readAudiences(database, [...sessionIds], now());
  for (const receiver of receivers) {
    const audience = audiences.get(receiver.start.sessionId);
    if (audience !== undefined) {
      send(receiver, audience);
      continue;
    }
    receiver.sendRemoval(changes);
    receiver.close("no right to read");
  }
}

/** All streams of this process. Sends them heartbeats, and those changes that each may receive. */
function createLiveHub({ planning, logger, beatMs, areAccountsShared }: LiveDependencies) {
  const { database } = planning;
  const connections = new Set<LiveConnection>();
  const ownerOf = ({ userId, start }: LiveConnection) => (areAccountsShared ? start.sessionId : userId);
  /** The position of the latest change that was sent. */
  let reached = 0;
  let isWoken = false;
  let isBeatDue = false;
  let isRunning = false;
  let isClosed = false;

  /** Sends the changes after `position` to every stream at or beyond it. Returns whether there may be more. */
  async function deliverAfter(position: number): Promise<boolean> {
    const receivers = [...connections].filter((connection) => connection.isReady && connection.position >= position);
    const logged = await readChanges(database, position, PAGE);
    const changes: FramedChange[] = [];
    // One after the other: a page of deletions must not take every connection of the pool.
    for (const entry of logged) changes.push(withFrame(entry, await readDeleter(database, entry.change)));
    const last = changes.at(-1);
    if (last === undefined) return false;
    reached = Math.max(reached, last.position);
    // Read after the changes, so that a user who lost the permission before a change does not receive it.
    await serve(planning, receivers, changes, (receiver, audience) => receiver.send(changes, audience));
    return changes.length === PAGE;
  }

  /** Serves the most advanced streams first, then those furthest behind. Returns whether there may be more. */
  async function deliverNext(): Promise<boolean> {
    const positions = [...connections].filter(({ isReady }) => isReady).map(({ position }) => position);
    if (positions.length === 0) return false;
    const [furthest, behind] = [Math.max(...positions), Math.min(...positions)];
    const isMoreAhead = await deliverAfter(furthest);
    const isMoreBehind = behind < furthest && (await deliverAfter(behind));
    return isMoreAhead || isMoreBehind;
  }

  /** Does one task after another, including those that arrive meanwhile. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isWoken) {
        isWoken = false;
        if (await deliverNext()) isWoken = true;
        // After the changes: a user who lost access first receives the reason.
        const isBeating = isBeatDue && connections.size > 0;
        isBeatDue = false;
        if (isBeating) await serve(planning, [...connections], [], (receiver) => receiver.beat());
      }
    } finally {
      isRunning = false;
    }
  }

  function wake(): void {
    isWoken = !isClosed;
    // After a failure the next beat tries again.
    if (!isRunning) run().catch((error: unknown) => logger.error({ error: String(error) }, "telling changes failed"));
  }

  const beating = setInterval(() => {
    isBeatDue = true;
    wake();
  }, beatMs);

  return {
    add(connection: LiveConnection): void {
      const { requestId } = connection.start;
      connections.add(connection);
      const ofOwner = [...connections].filter((open) => ownerOf(open) === ownerOf(connection));
      for (const oldest of ofOwner.slice(0, -MOST_OF_ONE_PERSON)) oldest.close("too many of one person");
      connection.onDrained(wake);
      connection.onClose(() => {
        connections.delete(connection);
        const milliseconds = Math.round(performance.now() - connection.startedAt);
        logger.info({ requestId, end: connection.end, milliseconds }, "stream ended");
      });
      if (isClosed) connection.close("server stops");
      wake();
    },
    /** The log has reached this position; `null`: it may have grown. */
    notify: (position: number | null): void => {
      if (position === null || position > reached) wake();
    },
    isClosed: () => isClosed,
    size: () => connections.size,
    close(): void {
      isClosed = true;
      clearInterval(beating);
      for (const connection of connections) connection.close("server stops");
    },
  };
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
   * @throws Refusal `position.unknown` for a position that the log has not reached
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

export function createLiveChanges(dependencies: LiveDependencies): LiveChanges {
  const { planning } = dependencies;
  const { database } = planning;
  const hub = createLiveHub(dependencies);
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
