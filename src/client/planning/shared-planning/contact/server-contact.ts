import { ApiError } from "../../../http/api-error.ts";
import { backOffDelay } from "../../../http/back-off.ts";
import { createListeners, type Listeners } from "../../../storage/listeners.ts";

/** Whether the server is reachable, judged by the latest call only. */
export interface ServerContact {
  readonly isOnline: () => boolean;
  readonly subscribe: Listeners["subscribe"];
  /** To be called when the server answered. */
  readonly answered: () => void;
  /** To be called when the server did not answer in time. */
  readonly silent: () => void;
  /** Records whether `call` was answered; returns or throws what `call` does. */
  readonly watch: <Result>(call: Promise<Result>) => Promise<Result>;
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

/** No response, a server error, and the response of a proxy instead of the server all count as silence. */
export function isSilence(error: ApiError): boolean {
  return error.status === undefined || error.status >= 500 || error.code === "server.failure";
}

/** Whether the server refuses every request of this page, because nobody, or another user, is signed in by now. */
export function isSessionRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === "session.other_person");
}

export function createServerContact({ wait, random }: ServerContactEnvironment): ServerContact {
  const listeners = createListeners();
  let isOnline = true;
  let awakening = Promise.withResolvers<void>();

  function setOnline(next: boolean): void {
    if (isOnline === next) return;
    isOnline = next;
    listeners.notify();
  }

  return {
    isOnline: () => isOnline,
    subscribe: listeners.subscribe,
    answered: () => setOnline(true),
    silent: () => setOnline(false),
    async watch(call) {
      try {
        const result = await call;
        setOnline(true);
        return result;
      } catch (error) {
        if (error instanceof ApiError) setOnline(!isSilence(error));
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
