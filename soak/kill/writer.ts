import { call, type CallAnswer } from "../call.ts";
import type { Random } from "../random.ts";
import { nextWrite } from "./next-write.ts";
import { differences, type Effect, withEffect, type Records } from "./records.ts";
import type { WriterState, Write } from "./write.ts";

/** Makes one write after another, and knows what must be stored after a kill. */
export interface Writer {
  /** Writes to the server at `url` until it is gone. */
  readonly writeUntilGone: (url: string, adminCookie: string, onAcknowledged: () => void) => Promise<void>;
  /**
   * Returns the faults: every acknowledged write must be stored, and the one under way at the kill completely or not at
   * all. The found records are the base of the next round.
   */
  readonly check: (found: Records) => string[];
}

/** A writer whose groups, events and users all have the name `prefix`. */
export function createWriter(prefix: string, random: Random): Writer {
  const state: WriterState = {
    prefix,
    groupIds: new Set(),
    events: new Map(),
    members: new Map(),
    mailed: new Set(),
    answers: new Map(),
  };
  let known: Records = new Map();
  let underWay: Write | null = null;

  async function write(url: string, adminCookie: string): Promise<void> {
    const next = nextWrite(random, state);
    underWay = next;
    const answer = await call(url, next.cookie ?? adminCookie, next.call);
    if (answer.status >= 400) throw new RefusedWrite(next, answer);
    settle(next, answer);
  }

  function settle(next: Write, answer: CallAnswer | null): void {
    known = withEffect(known, next.effect);
    next.remember(state, answer);
    underWay = null;
  }

  function isThere(effect: Effect, found: Records): boolean {
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
      const next = underWay;
      if (next !== null && isThere(next.effect, found)) settle(next, null);
      underWay = null;
      const faults = differences(known, found);
      known = found;
      return faults;
    },
  };
}

/** The server answered with an error. */
class RefusedWrite extends Error {
  constructor({ call: { method, path } }: Write, { status, text }: CallAnswer) {
    super(`${method} ${path} was answered with ${status}: ${text}`);
  }
}
