import { Health } from "#contract/config.ts";
import { API } from "#contract/paths.ts";
import { backOffDelay } from "../../../http/back-off.ts";
import { ApiError, callApi, type Fetch } from "../../../http/call-api.ts";
import { createListeners, type Listeners } from "../../../storage/listeners.ts";

interface ServerContactEnvironment {
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** Whether our server did not answer: there was no response, a server error, or the page of a proxy. */
export function isSilence(error: ApiError): boolean {
  return error.status === undefined || error.status >= 500 || error.code === "server.failure";
}

/** Whether the server refuses every request of this page, because nobody or another user is signed in now. */
export function isSessionRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === "session.other_person");
}

/** Whether the server is reachable, according to the latest call. Retries wait here, and can be woken together. */
export function createServerContact({ wait, random }: ServerContactEnvironment) {
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
    recordResponse: () => setOnline(true),
    recordSilence: () => setOnline(false),
    /** Records whether `call` was answered; returns or throws what `call` does. */
    async watch<Result>(call: Promise<Result>): Promise<Result> {
      try {
        const result = await call;
        setOnline(true);
        return result;
      } catch (error) {
        if (error instanceof ApiError) setOnline(!isSilence(error));
        throw error;
      }
    },
    /** Waits before retry number `retry` (0 is the first); `wake` ends the wait. */
    pause: (retry: number) => Promise.race([wait(backOffDelay(retry, random())), awakening.promise]),
    /** Resolves at the next `wake`. */
    awakening: () => awakening.promise,
    /** Ends all waits: something suggests that a retry may succeed now. */
    wake(): void {
      const { resolve } = awakening;
      awakening = Promise.withResolvers();
      resolve();
    },
  };
}

export type ServerContact = ReturnType<typeof createServerContact>;

interface ServerWatchEnvironment {
  readonly contact: ServerContact;
  /** Sends a request that only checks whether the server answers, with a short time limit; never rejects. */
  readonly probe: () => Promise<boolean>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly subscribeToLateness: Listeners["subscribe"];
  readonly network: {
    readonly isDown: () => boolean;
    readonly subscribeToLoss: Listeners["subscribe"];
  };
}

/** Interval between probes of a silent server: short, because a user may be watching the screen. */
export const PROBE_EVERY_MS = 3_000;
/** Time limit of a probe: to a user, a server that takes longer is down. */
const PROBE_MS = 3_000;

/** Whether the server answers; a page of a proxy does not count. Never rejects. */
export async function probeServer(fetchIt?: Fetch): Promise<boolean> {
  try {
    await callApi({ path: API.health, response: Health, signal: AbortSignal.timeout(PROBE_MS) }, fetchIt);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps `contact` correct while no call is made. If the browser loses the network, the server counts as silent at once. If
 * the change stream is silent, a probe decides. A silent server is probed until it answers.
 * @returns a function that stops the watch
 */
export function watchServer(environment: ServerWatchEnvironment): () => void {
  const { contact, probe, wait, subscribeToLateness, network } = environment;
  let isUncertain = false;
  let isProbing = false;
  const stopping = new AbortController();

  /** Probes while the server is unreachable, or while this is uncertain. */
  async function probeWhileNeeded(): Promise<void> {
    isProbing = true;
    while (!stopping.signal.aborted && (isUncertain || !contact.isOnline())) {
      isUncertain = false;
      recordProbe(await probe());
      if (!contact.isOnline()) await Promise.race([wait(PROBE_EVERY_MS), contact.awakening()]);
    }
    isProbing = false;
  }

  function recordProbe(isAnswered: boolean): void {
    if (stopping.signal.aborted) return;
    if (isAnswered) contact.recordResponse();
    else contact.recordSilence();
    // `handleContact` may have set it again during these calls, but this probe is the latest information.
    isUncertain = false;
  }

  function probeSoon(): void {
    isUncertain = true;
    if (!isProbing) void probeWhileNeeded();
  }

  function handleContact(): void {
    // While the browser reports no network, the response may be from before the loss: a probe checks it.
    if (!contact.isOnline() || network.isDown()) probeSoon();
  }

  const stops = [
    contact.subscribe(handleContact),
    subscribeToLateness(probeSoon),
    network.subscribeToLoss(contact.recordSilence),
  ];
  if (network.isDown()) contact.recordSilence();
  return () => {
    stopping.abort();
    for (const stop of stops) stop();
  };
}
