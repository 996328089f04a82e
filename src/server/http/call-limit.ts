import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "../errors.ts";
import { isLinkCall, isSafeMethod } from "./own-site.ts";

interface LimitedRequest {
  Variables: {
    clientNetwork: string;
    isForwarded: boolean;
    /** `same-user` when the connecting process belongs to the user who runs the server. */
    peerOwner: () => Promise<string>;
    /** Counts this call for the calling user, or for the token of a link. Rejects with the Refusal `request.too_many`. */
    countCall: (caller: string) => Promise<void>;
  };
}

/** A fixed window: how many calls a person and a network may make within it. The window begins with the first call. */
interface CallRule {
  readonly windowMs: number;
  readonly maxOfPerson: number;
  readonly maxOfNetwork: number;
}

const MINUTE_MS = 60_000;
/**
 * One write a second for ten minutes: more than a person makes, less than a script. The network's limit lets a team of
 * 60 behind one address register, sign in and answer for a whole season.
 */
const WRITES: CallRule = { windowMs: 10 * MINUTE_MS, maxOfPerson: 600, maxOfNetwork: 6000 };
/**
 * Ten reads a second for a minute. 60 people who open the page in one minute behind one address make 11 calls each, 660
 * in all: a tenth of the network's limit.
 */
const READS: CallRule = { windowMs: MINUTE_MS, maxOfPerson: 600, maxOfNetwork: 6000 };
/** More counts than a team needs at a time. Beyond it the oldest ones are dropped. */
const COUNTS_MAX = 20_000;

interface Count {
  calls: number;
  readonly endsAt: number;
}

/** Counts in memory, because counting in the database would cost a write for each call. */
function createCounter(clock: () => Date, windowMs: number) {
  const counts = new Map<string, Count>();
  /** @returns seconds to wait if `key` was counted more than `max` times, else `null` */
  return function count(key: string, max: number): number | null {
    const now = clock().getTime();
    let current = counts.get(key);
    // If the clock was set back, more than a whole window would be left. Then a new window begins.
    if (current === undefined || current.endsAt <= now || current.endsAt > now + windowMs) {
      current = { calls: 0, endsAt: now + windowMs };
      counts.delete(key);
      counts.set(key, current);
      const [oldest] = counts.keys();
      if (counts.size > COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    }
    current.calls += 1;
    return current.calls <= max ? null : Math.ceil((current.endsAt - now) / 1000);
  };
}

interface CallLimitOptions {
  /** Whether only this machine can reach the server: it listens on loopback, and its public name is one of loopback. */
  readonly isPrivate: boolean;
  /** Whether strangers share accounts, as in a demo. Each of their networks then has its own limit for the account. */
  readonly areAccountsShared?: boolean;
  readonly clock: () => Date;
}

/**
 * Limits reads and writes for each network and each user.
 *
 * Calls by the token of a link are counted apart, for each link and network. People pass links on: calls by others must
 * neither lock out the person nor block the link in the person's network.
 *
 * On a private server, calls by the user who runs the server are exempt. The operating system is asked who made a call,
 * and only when the call is over the limit. Other local calls count, because a proxy that adds no header looks like a
 * local browser.
 */
export function limitCalls({
  isPrivate,
  areAccountsShared = false,
  clock,
}: CallLimitOptions): MiddlewareHandler<LimitedRequest> {
  const countWrite = createCounter(clock, WRITES.windowMs);
  const countRead = createCounter(clock, READS.windowMs);

  async function isUnlimited(context: Context<LimitedRequest>): Promise<boolean> {
    return isPrivate && !context.get("isForwarded") && (await context.get("peerOwner")()) === "same-user";
  }

  return async function countCalls(context, next) {
    const [rule, count] = isSafeMethod(context.req.method) ? [READS, countRead] : [WRITES, countWrite];
    async function countFor(key: string, max: number): Promise<void> {
      const retryAfter = count(key, max);
      if (retryAfter === null || (await isUnlimited(context))) return;
      throw new Refusal("request.too_many", { retryAfter });
    }
    const network = context.get("clientNetwork");
    const isByLink = isLinkCall(context.req.path);
    const kind = isByLink ? "link" : "person";
    const suffix = isByLink || areAccountsShared ? ` of ${network}` : "";
    await countFor(`network of ${kind} ${network}`, rule.maxOfNetwork);
    // The user is known only later: the route calls this once it has read the session.
    context.set("countCall", (caller) => countFor(`${kind} ${caller}${suffix}`, rule.maxOfPerson));
    await next();
  };
}
