import type { Logger } from "pino";
import { type LiveConnection, withFrame } from "./live-connection.ts";
import type { Audience, AuthoredChange } from "./read-live.ts";

interface HubDependencies {
  /** At most `limit` changes after position `after`, in order. */
  readonly readChanges: (after: number, limit: number) => Promise<readonly AuthoredChange[]>;
  /** What each session may receive now; a session that has lost the right is missing. */
  readonly readAudiences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Audience>>;
  readonly logger: Logger;
  readonly beatMs: number;
  /** Whether strangers use the same account, as in a demo: then one of them must not end the streams of the others. */
  readonly areAccountsShared: boolean;
}

/** All streams of this process. Sends changes and beats to them, as far as each may receive them. */
export interface LiveHub {
  readonly add: (connection: LiveConnection) => void;
  /** The log has reached this position; `null`: it may have grown. */
  readonly notify: (position: number | null) => void;
  readonly isClosed: () => boolean;
  readonly size: () => number;
  readonly close: () => void;
}

/** Each browser of a user has one stream. Beyond this number the oldest are probably dead. */
const MOST_OF_ONE_PERSON = 20;
const PAGE = 200;

/** Calls `send` for each receiver that still has the right; ends the others after `part`. */
async function withAudiences(
  readAudiences: HubDependencies["readAudiences"],
  receivers: readonly LiveConnection[],
  send: (receiver: LiveConnection, audience: Audience) => void,
  part: (receiver: LiveConnection) => void = () => {},
): Promise<void> {
  const audiences = await readAudiences([...new Set(receivers.map(({ start }) => start.sessionId))]);
  for (const receiver of receivers) {
    const audience = audiences.get(receiver.start.sessionId);
    if (audience !== undefined) {
      send(receiver, audience);
      continue;
    }
    part(receiver);
    receiver.close("no right to read");
  }
}

export function createLiveHub(dependencies: HubDependencies): LiveHub {
  const { readChanges, readAudiences, logger, beatMs, areAccountsShared } = dependencies;
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
    const changes = (await readChanges(position, PAGE)).map(withFrame);
    const last = changes.at(-1);
    if (last === undefined) return false;
    reached = Math.max(reached, last.position);
    // Read after the changes, so that a user who lost the permission before a change does not receive it.
    await withAudiences(
      readAudiences,
      receivers,
      (receiver, audience) => receiver.send(changes, audience),
      (receiver) => receiver.sendRemoval(changes),
    );
    return changes.length === PAGE;
  }

  /** First for the streams that are most advanced, then for those furthest behind. Returns whether there may be more. */
  async function deliverNext(): Promise<boolean> {
    const positions = [...connections].filter(({ isReady }) => isReady).map(({ position }) => position);
    const furthest = positions.reduce((a, b) => Math.max(a, b), 0);
    const behind = positions.reduce((a, b) => Math.min(a, b), furthest);
    const isMoreAhead = positions.length > 0 && (await deliverAfter(furthest));
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
        if (isBeating) await withAudiences(readAudiences, [...connections], (receiver) => receiver.beat());
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
    add(connection) {
      const { requestId } = connection.start;
      connections.add(connection);
      const own = [...connections].filter((each) => ownerOf(each) === ownerOf(connection));
      for (const oldest of own.slice(0, -MOST_OF_ONE_PERSON)) oldest.close("too many of one person");
      connection.onDrained(wake);
      connection.onClose(() => {
        connections.delete(connection);
        const milliseconds = Math.round(performance.now() - connection.startedAt);
        logger.info({ requestId, end: connection.end, milliseconds }, "stream ended");
      });
      if (isClosed) connection.close("server stops");
      wake();
    },
    notify(position) {
      if (position === null || position > reached) wake();
    },
    isClosed: () => isClosed,
    size: () => connections.size,
    close() {
      isClosed = true;
      clearInterval(beating);
      for (const connection of connections) connection.close("server stops");
    },
  };
}
