import { ApiError } from "../../../http/api-error.ts";
import { backOffDelay } from "../../../http/back-off.ts";
import { createListeners, type Listeners } from "../../../storage/listeners.ts";

/** Whether the server answers, judged by its latest answer or silence only. */
export interface ServerContact {
  readonly isOnline: () => boolean;
  readonly subscribe: Listeners["subscribe"];
  /** To be called when the server answered. */
  readonly answered: () => void;
  /** To be called when the server did not answer in time. */
  readonly silent: () => void;
  /** Records whether `call` was answered; returns or throws what `call` does. */
  readonly watch: <Answer>(call: Promise<Answer>) => Promise<Answer>;
  /** Waits before retry number `retry` (0 is the first); `wake` ends the wait. */
  readonly pause: (retry: number) => Promise<void>;
  /** Resolves at the next `wake`. */
  readonly awakening: () => Promise<void>;
  /** Ends all waits: something suggests that a retry may succeed now. */
  readonly wake: () => void;
}

interface ServerContactEnvironment {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** A server that fails, and an answer that a proxy gave instead of the server, count as silence. */
export function isSilence(error: ApiError): boolean {
  return error.status === undefined || error.status >= 500 || error.code === "server.failure";
}

export function createServerContact({ wait, random }: ServerContactEnvironment): ServerContact {
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
