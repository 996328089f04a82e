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
const STREAMS_OF_USER_MAX = 20;
/** How many changes are read from the log at a time. */
const CHANGES_AT_ONCE = 200;

/**
 * Calls `send` for each receiver that may still read the planning, and closes the other streams. A user whose account was
 * just deleted first receives that deletion.
 */
async function sendToPermitted(
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

/** All streams of this process. Sends heartbeats, and to each stream the changes that its user may receive. */
function createLiveHub({ planning, logger, beatMs, areAccountsShared }: LiveDependencies) {
  const { database } = planning;
  const connections = new Set<LiveConnection>();
  /** Whose streams count together: those of a user, or those of a session if strangers use the same account. */
  const ownerOf = ({ userId, start }: LiveConnection) => (areAccountsShared ? start.sessionId : userId);
  /** The position of the latest change that was sent. */
  let sentUpTo = 0;
  /** Whether the log may have changes that were not sent yet. */
  let isWorkDue = false;
  let isBeatDue = false;
  let isRunning = false;
  let isClosed = false;

  /** Sends the changes after `position` to every stream at or beyond it. Returns whether there may be more. */
  async function deliverAfter(position: number): Promise<boolean> {
    const receivers = [...connections].filter((connection) => connection.isReady && connection.position >= position);
    const loggedChanges = await readChanges(database, position, CHANGES_AT_ONCE);
    const changes: FramedChange[] = [];
    // One after the other: many deletions at once must not take every connection of the database pool.
    for (const logged of loggedChanges) changes.push(withFrame(logged, await readDeleter(database, logged.change)));
    const last = changes.at(-1);
    if (last === undefined) return false;
    sentUpTo = Math.max(sentUpTo, last.position);
    // Permissions are read after the changes, so that a user who lost them before a change does not receive it.
    await sendToPermitted(planning, receivers, changes, (receiver, audience) => receiver.send(changes, audience));
    return changes.length === CHANGES_AT_ONCE;
  }

  /** Serves the streams that are up to date first, then those furthest behind. Returns whether there may be more. */
  async function deliverNext(): Promise<boolean> {
    const positions = [...connections].filter(({ isReady }) => isReady).map(({ position }) => position);
    if (positions.length === 0) return false;
    const [furthest, behind] = [Math.max(...positions), Math.min(...positions)];
    const isMoreAhead = await deliverAfter(furthest);
    const isMoreBehind = behind < furthest && (await deliverAfter(behind));
    return isMoreAhead || isMoreBehind;
  }

  /** Sends changes and heartbeats until nothing is due. Never runs twice at the same time. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isWorkDue) {
        isWorkDue = false;
        if (await deliverNext()) isWorkDue = true;
        // After the changes, so that a user who was deleted receives the deletion before their stream is closed.
        const isBeating = isBeatDue && connections.size > 0;
        isBeatDue = false;
        if (isBeating) await sendToPermitted(planning, [...connections], [], (receiver) => receiver.beat());
      }
    } finally {
      isRunning = false;
    }
  }

  /** Starts a run. During a run, makes it look at the log once more. */
  function wake(): void {
    isWorkDue = !isClosed;
    // After a failure, the next heartbeat retries.
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
      for (const oldest of ofOwner.slice(0, -STREAMS_OF_USER_MAX)) oldest.close("too many of one person");
      connection.onDrained(wake);
      connection.onClose(() => {
        connections.delete(connection);
        const milliseconds = Math.round(performance.now() - connection.startedAt);
        logger.info({ requestId, end: connection.end, milliseconds }, "stream ended");
      });
      if (isClosed) connection.close("server stops");
      wake();
    },
    /** To be called when the log grew to `position`; `null`: it may have grown. */
    notify: (position: number | null): void => {
      if (position === null || position > sentUpTo) wake();
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

/** If a client missed more changes than this, reloading is cheaper than receiving them. */
const MISSED_CHANGES_MAX = 5000;

/** Whether a client that has the changes up to `after` receives the later ones from the log. Otherwise it reloads. */
function isResumable({ position, resumableFrom }: LogState, after: number): boolean {
  return after >= resumableFrom && position - after <= MISSED_CHANGES_MAX;
}

/** Streams the accepted changes of the shared planning, from all processes, to the connected clients. */
export function createLiveChanges(dependencies: LiveDependencies) {
  const { planning } = dependencies;
  const { database } = planning;
  const hub = createLiveHub(dependencies);
  const unsubscribe = planning.onAccepted(hub.notify);
  // A notification is only a hint. The changes themselves are read from the log.
  const stopListening = database.listen(PLANNING_CHANNEL, (payload) => {
    hub.notify(payload === null ? null : Number(payload));
  });

  return {
    /**
     * Opens a stream of the changes after position `after`; `null`: from now on.
     * @throws Refusal `position.unknown` for a position that the log has not reached
     */
    async follow({ requestId, sessionId, watchedGroupId }: Receiver, after: number | null): Promise<StreamBody> {
      if (hub.isClosed()) throw new Refusal("server.unavailable");
      const state = await readState(database);
      if (after !== null && after > state.position) throw new Refusal("position.unknown");
      // Read after the state: if the user joins a group between the two reads, they receive it twice rather than never.
      const audience = (await readAudiences(database, [sessionId], planning.now())).get(sessionId);
      if (audience === undefined) throw new Refusal("session.required");
      const isReset = after !== null && !isResumable(state, after);
      const position = after === null || isReset ? state.position : after;
      const start = { requestId, sessionId, audience, watchedGroupId, position, head: state.position, isReset };
      return (outgoing) => hub.add(new LiveConnection(outgoing, start));
    },
    count: hub.size,
    async close(): Promise<void> {
      unsubscribe();
      hub.close();
      await stopListening();
    },
  };
}

export type LiveChanges = ReturnType<typeof createLiveChanges>;

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
