import { ApiError } from "../http/api-error.ts";
import { backOffDelay } from "../http/back-off.ts";
import type { SessionApi } from "./session-api.ts";

/** Maximum wait of a user who signs out from a silent server. */
const PATIENCE_MS = 2_000;

interface SessionEndingEnvironment {
  readonly api: Pick<SessionApi, "signOut">;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1) */
  readonly random: () => number;
}

/** Ends this browser's session on the server, even if the server is silent for long. */
export interface SessionEnding {
  /** Resolves once the server answered, or was silent for too long; the call is then retried in the background. */
  readonly begin: () => Promise<void>;
  /** To be awaited before a new session is opened, so that a late call does not end that one. */
  readonly settled: () => Promise<void>;
}

export function createSessionEnding({ api, wait, random }: SessionEndingEnvironment): SessionEnding {
  let attempt: Promise<boolean> = Promise.resolve(true);
  let retrying = new AbortController();

  async function retryUntilAnswered({ signal }: AbortController): Promise<void> {
    for (let retry = 0; !(await attempt) && !signal.aborted; retry += 1) {
      await wait(backOffDelay(retry, random()));
      if (!signal.aborted) attempt = hasAnswered(api.signOut());
    }
  }

  return {
    async begin() {
      retrying.abort();
      retrying = new AbortController();
      attempt = hasAnswered(api.signOut());
      void retryUntilAnswered(retrying);
      await Promise.race([attempt, wait(PATIENCE_MS)]);
    },
    async settled() {
      retrying.abort();
      await attempt;
    },
  };
}

/** Any answer counts: if the server refuses the call, there is no session to end. */
async function hasAnswered(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status !== undefined && error.status < 500;
  }
}
