import type { Logger } from "pino";
import type { StreamBody } from "../auth/request-context.ts";
import { Refusal } from "../errors.ts";
import { type LogState, readChanges, readState } from "./change-log-queries.ts";
import { readAudiences } from "./live-audience-queries.ts";
import { LiveConnection } from "./live-connection.ts";
import { createLiveHub } from "./live-hub.ts";
import { PLANNING_CHANNEL, type SharedPlanning } from "./shared-planning.ts";

interface LiveDependencies {
  readonly planning: SharedPlanning;
  readonly logger: Logger;
  /** Milliseconds between two beats. */
  readonly beatMs: number;
}

interface Hearer {
  readonly requestId: string;
  readonly sessionId: string;
}

/** The changes of the shared planning, told to whoever is connected as they are accepted, by any process. */
export interface LiveChanges {
  /**
   * A stream of what comes after position `after`; `null`: from now on.
   * @throws Refusal `position.unknown` for one that the log has not reached
   */
  readonly follow: (hearer: Hearer, after: number | null) => Promise<StreamBody>;
  /** Ends all streams at once. */
  readonly close: () => Promise<void>;
}

/** To read again what is shown costs less than to hear more changes than this. */
const MOST_RESUMED = 5000;

function isTold({ position, resumableFrom }: LogState, after: number): boolean {
  return after >= resumableFrom && position - after <= MOST_RESUMED;
}

export function createLiveChanges({ planning, logger, beatMs }: LiveDependencies): LiveChanges {
  const { database } = planning;
  const hub = createLiveHub({
    readChanges: (after, limit) => readChanges(database, after, limit),
    readAudiences: (sessionIds) => readAudiences(database, sessionIds, planning.now()),
    logger,
    beatMs,
  });
  const stopHearing = planning.onAccepted(hub.heard);
  // The notice is a hint, the log the truth.
  const stopListening = database.listen(PLANNING_CHANNEL, (payload) => {
    hub.heard(payload === null ? null : Number(payload));
  });

  return {
    async follow({ requestId, sessionId }, after) {
      if (hub.isClosed()) throw new Refusal("server.unavailable");
      const state = await readState(database);
      if (after !== null && after > state.position) throw new Refusal("position.unknown");
      // After the state: who comes to belong to a group between the two hears of it twice rather than not at all.
      const audience = (await readAudiences(database, [sessionId], planning.now())).get(sessionId);
      if (audience === undefined) throw new Refusal("session.required");
      const isReset = after !== null && !isTold(state, after);
      const position = after === null || isReset ? state.position : after;
      const start = { requestId, sessionId, audience, position, head: state.position, isReset };
      return (outgoing) => hub.add(new LiveConnection(outgoing, start));
    },
    async close() {
      stopHearing();
      hub.close();
      await stopListening();
    },
  };
}
