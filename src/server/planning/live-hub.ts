import type { Logger } from "pino";
import type { LoggedChange } from "./change-log-queries.ts";
import type { Audience } from "./live-audience.ts";
import type { LiveConnection } from "./live-connection.ts";
import { withFrame } from "./live-frames.ts";

interface HubDependencies {
  /** At most `limit` changes after position `after`, in order. */
  readonly readChanges: (after: number, limit: number) => Promise<readonly LoggedChange[]>;
  /** What each session may hear now; one that may not hear anything any more is missing. */
  readonly readAudiences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Audience>>;
  readonly logger: Logger;
  readonly beatMs: number;
}

/** All streams of this process. */
export interface LiveHub {
  readonly add: (connection: LiveConnection) => void;
  /** The log has come this far; `null`: perhaps further than before. */
  readonly heard: (position: number | null) => void;
  readonly isClosed: () => boolean;
  /** Ends every stream, and those that come after. */
  readonly close: () => void;
}

/** Changes that are read at once. */
const PAGE = 200;
/** A person's browsers have one stream each; of more than this, the oldest are likely to be dead. */
const MOST_OF_ONE_PERSON = 20;

export function createLiveHub({ readChanges, readAudiences, logger, beatMs }: HubDependencies): LiveHub {
  const connections = new Set<LiveConnection>();
  let told = 0;
  let isWoken = false;
  let isBeatDue = false;
  let isRunning = false;
  let isClosed = false;

  /** Calls `act` with each of these that may still hear, and ends the others. */
  async function withAudiences(
    hearers: readonly LiveConnection[],
    act: (hearer: LiveConnection, audience: Audience) => void,
  ): Promise<void> {
    const audiences = await readAudiences([...new Set(hearers.map(({ start }) => start.sessionId))]);
    for (const hearer of hearers) {
      const audience = audiences.get(hearer.start.sessionId);
      if (audience === undefined) hearer.close("no right to read");
      else act(hearer, audience);
    }
  }

  /** Tells what comes after `position` to all who are there or further; whether there may be more. */
  async function tellAfter(position: number): Promise<boolean> {
    const hearers = [...connections].filter((connection) => connection.isReady && connection.position >= position);
    const changes = (await readChanges(position, PAGE)).map(withFrame);
    const last = changes.at(-1);
    if (last === undefined) return false;
    told = Math.max(told, last.position);
    // Read after the changes: whoever lost their right before a change does not hear it.
    await withAudiences(hearers, (hearer, audience) => hearer.tell(changes, audience));
    return changes.length === PAGE;
  }

  /** The next changes for those who are furthest, then for those who are furthest behind; whether there may be more. */
  async function tellNext(): Promise<boolean> {
    const positions = [...connections].filter(({ isReady }) => isReady).map(({ position }) => position);
    const furthest = positions.reduce((a, b) => Math.max(a, b), 0);
    const behind = positions.reduce((a, b) => Math.min(a, b), furthest);
    const isMoreAhead = positions.length > 0 && (await tellAfter(furthest));
    const isMoreBehind = behind < furthest && (await tellAfter(behind));
    return isMoreAhead || isMoreBehind;
  }

  async function beat(): Promise<void> {
    isBeatDue = false;
    if (connections.size > 0) await withAudiences([...connections], (hearer) => hearer.beat());
  }

  /** One thing after another; what comes meanwhile is done next. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isWoken) {
        isWoken = false;
        if (isBeatDue) await beat();
        if (await tellNext()) isWoken = true;
      }
    } finally {
      isRunning = false;
    }
  }

  function wake(): void {
    isWoken = !isClosed;
    // After a failure the next beat looks again.
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
      const own = [...connections].filter(({ userId }) => userId === connection.userId);
      for (const oldest of own.slice(0, -MOST_OF_ONE_PERSON)) oldest.close("too many of one person");
      connection.onTaken(wake);
      connection.onClose(() => {
        connections.delete(connection);
        const milliseconds = Math.round(performance.now() - connection.startedAt);
        logger.info({ requestId, end: connection.end, milliseconds }, "stream ended");
      });
      if (isClosed) connection.close("server stops");
      wake();
    },
    heard(position) {
      if (position === null || position > told) wake();
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      clearInterval(beating);
      for (const connection of connections) connection.close("server stops");
    },
  };
}
