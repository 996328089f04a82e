import type { Logger } from "pino";
import type { StreamBody } from "../../api/request-context.ts";
import { Refusal } from "../../errors.ts";
import type { LogState } from "../changes/change-log.ts";
import { readChanges, readState } from "../changes/read-change-log.ts";
import { readAudiences } from "./read-live-audience.ts";
import { LiveConnection } from "./live-connection.ts";
import { createLiveHub } from "./live-hub.ts";
import { PLANNING_CHANNEL, type SharedPlanning } from "../shared-planning.ts";
import { withDeleters } from "../trash/read-deleters.ts";

interface LiveDependencies {
  readonly planning: SharedPlanning;
  readonly logger: Logger;
  /** Milliseconds between two beats. */
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
  /** How many streams are open in this process. */
  readonly count: () => number;
  /** Ends all streams at once. */
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
