import { ApiError } from "../../http/api-error.ts";
import { backOffDelay } from "../../http/back-off.ts";
import { createListeners, type Listeners } from "../../storage/listeners.ts";

/** Whether the server answers, judged by what it last did and by nothing else. */
export interface ServerContact {
  readonly isOnline: () => boolean;
  readonly subscribe: Listeners["subscribe"];
  /** The server said something. */
  readonly answered: () => void;
  /** The server said nothing where it should have. */
  readonly silent: () => void;
  /** Notes how `call` ends, and ends in the same way. */
  readonly watch: <Answer>(call: Promise<Answer>) => Promise<Answer>;
  /** The wait before retry number `retry` (0 is the first), cut short by `wake`. */
  readonly pause: (retry: number) => Promise<void>;
  /** Resolves at the next `wake`. */
  readonly awakening: () => Promise<void>;
  /** Something gives reason to try again now. */
  readonly wake: () => void;
}

interface ServerContactSurroundings {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** A server that fails, and an answer that is none of its own (a proxy's), tell no more than silence. */
export function isSilence(error: ApiError): boolean {
  return error.status === undefined || error.status >= 500 || error.code === "server.failure";
}

export function createServerContact({ wait, random }: ServerContactSurroundings): ServerContact {
  const listeners = createListeners();
  let isOnline = true;
  let awakening = Promise.withResolvers<void>();

  function note(isAnswered: boolean): void {
    if (isOnline === isAnswered) return;
    isOnline = isAnswered;
    listeners.notify();
  }

  return {
    isOnline: () => isOnline,
    subscribe: listeners.subscribe,
    answered: () => note(true),
    silent: () => note(false),
    async watch(call) {
      try {
        const answer = await call;
        note(true);
        return answer;
      } catch (error) {
        if (error instanceof ApiError) note(!isSilence(error));
        throw error;
      }
    },
    pause: (retry) => Promise.race([wait(backOffDelay(retry, random())), awakening.promise]),
    awakening: () => awakening.promise,
    wake() {
      const { resolve } = awakening;
      awakening = Promise.withResolvers();
      resolve();
    },
  };
}
