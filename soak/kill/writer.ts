import { call, type CallAnswer } from "../call.ts";
import type { Random } from "../random.ts";
import type { Belongings, Deed } from "./deed.ts";
import { nextDeed } from "./next-deed.ts";
import { differences, type Effect, withEffect, type World } from "./world.ts";

/** Writes one thing after another, and knows what there must be after an end without warning. */
export interface Writer {
  /** Writes to the server at `url` until it is gone. */
  readonly writeUntilGone: (url: string, adminCookie: string, onAcknowledged: () => void) => Promise<void>;
  /**
   * What is not as it must be: each write that was acknowledged is there, the one that was under way when the server
   * went is there as a whole or not at all. What is found is where the next write begins.
   */
  readonly check: (found: World) => string[];
}

/** The writer whose things all bear the name `prefix`. */
export function createWriter(prefix: string, random: Random): Writer {
  const belongings: Belongings = {
    prefix,
    groupIds: new Set(),
    events: new Map(),
    members: new Map(),
    mailed: new Set(),
    answers: new Map(),
  };
  let known: World = new Map();
  let underWay: Deed | null = null;

  async function write(url: string, adminCookie: string): Promise<void> {
    const deed = nextDeed(random, belongings);
    underWay = deed;
    const answer = await call(url, deed.cookie ?? adminCookie, deed.call);
    if (answer.status >= 400) throw new RefusedWrite(deed, answer);
    settle(deed, answer);
  }

  function settle(deed: Deed, answer: CallAnswer | null): void {
    known = withEffect(known, deed.effect);
    deed.remember(belongings, answer);
    underWay = null;
  }

  function isThere(effect: Effect, found: World): boolean {
    return differences(withEffect(known, effect), found).length === 0;
  }

  return {
    async writeUntilGone(url, adminCookie, onAcknowledged) {
      for (;;) {
        try {
          await write(url, adminCookie);
        } catch (error) {
          if (error instanceof RefusedWrite) throw error;
          return;
        }
        onAcknowledged();
      }
    },
    check(found) {
      const deed = underWay;
      if (deed !== null && isThere(deed.effect, found)) settle(deed, null);
      underWay = null;
      const faults = differences(known, found);
      known = found;
      return faults;
    },
  };
}

/** The server answered, and it was no. */
class RefusedWrite extends Error {
  constructor({ call: { method, path } }: Deed, { status, text }: CallAnswer) {
    super(`${method} ${path} was answered with ${status}: ${text}`);
  }
}
