import type { Logger } from "pino";
import type { LiveConnection } from "./live-connection.ts";
import { createLiveDelivery, type LiveReads } from "./live-delivery.ts";

interface HubDependencies extends LiveReads {
  readonly logger: Logger;
  readonly beatMs: number;
  /** Whether strangers use the same account, as in a demo: then one of them must not end the streams of the others. */
  readonly areAccountsShared: boolean;
}

/** All streams of this process. */
export interface LiveHub {
  readonly add: (connection: LiveConnection) => void;
  /** The log has reached this position; `null`: it may have grown. */
  readonly notify: (position: number | null) => void;
  readonly isClosed: () => boolean;
  readonly size: () => number;
  /** Ends every stream, and refuses new ones. */
  readonly close: () => void;
}

/** Each browser of a user has one stream. Beyond this number the oldest are probably dead. */
const MOST_OF_ONE_PERSON = 20;

export function createLiveHub({
  readChanges,
  readAudiences,
  logger,
  beatMs,
  areAccountsShared,
}: HubDependencies): LiveHub {
  const connections = new Set<LiveConnection>();
  const delivery = createLiveDelivery({ connections, readChanges, readAudiences });
  const ownerOf = ({ userId, start }: LiveConnection) => (areAccountsShared ? start.sessionId : userId);
  let isWoken = false;
  let isBeatDue = false;
  let isRunning = false;
  let isClosed = false;

  /** Does one task after another, including those that arrive meanwhile. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isWoken) {
        isWoken = false;
        if (await delivery.deliverNext()) isWoken = true;
        // After the changes: a user who lost access first receives the reason.
        const isBeating = isBeatDue;
        isBeatDue = false;
        if (isBeating) await delivery.beat();
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
      if (position === null || position > delivery.reached()) wake();
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
