import type { MiddlewareHandler } from "hono";
import { Refusal } from "../errors.ts";
import { isReading } from "./reading-methods.ts";

interface LimitedRequest {
  Variables: {
    clientNetwork: string;
    isForwarded: boolean;
    /** Counts this call for whoever makes it, if it writes. @throws Refusal `request.too_many` */
    countWrite: (personId: string) => void;
  };
}

interface Count {
  writes: number;
  readonly endsAt: number;
}

const WINDOW_MS = 10 * 60_000;
/** One every second for all that time: nobody answers faster, a script soon does. */
const WRITES_PER_PERSON = 600;
/** A team of 60 behind one address registers, signs in and answers for a whole season. */
const WRITES_PER_NETWORK = 6000;
/** More are counted at one time by no server of a team; the oldest give way. */
const COUNTS_MAX = 20_000;

/** Counts in memory, a window of ten minutes from the first: a count in the database would be a second write for each. */
function createCounter(clock: () => Date) {
  const counts = new Map<string, Count>();
  return function count(key: string, max: number): void {
    const now = clock().getTime();
    let current = counts.get(key);
    // One that ends too late was begun before the clock was set back.
    if (current === undefined || current.endsAt <= now || current.endsAt > now + WINDOW_MS) {
      current = { writes: 0, endsAt: now + WINDOW_MS };
      counts.delete(key);
      counts.set(key, current);
      const [oldest] = counts.keys();
      if (counts.size > COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    }
    current.writes += 1;
    if (current.writes <= max) return;
    throw new Refusal("request.too_many", { retryAfter: Math.ceil((current.endsAt - now) / 1000) });
  };
}

interface WriteLimitOptions {
  /** Whether only this machine reaches the server: then there is nobody to limit, but whom a proxy lets in after all. */
  readonly isPrivate: boolean;
  readonly clock: () => Date;
}

/** Limits how often one network and one person may change something. */
export function limitWrites({ isPrivate, clock }: WriteLimitOptions): MiddlewareHandler<LimitedRequest> {
  const count = createCounter(clock);
  return async function countWrites(context, next) {
    const isCounted = !isReading(context.req.method) && (!isPrivate || context.get("isForwarded"));
    if (isCounted) count(`network ${context.get("clientNetwork")}`, WRITES_PER_NETWORK);
    context.set("countWrite", (personId) => {
      if (isCounted) count(`person ${personId}`, WRITES_PER_PERSON);
    });
    await next();
  };
}
