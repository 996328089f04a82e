import type { Logger } from "pino";
import type { OpenPlanning } from "../open-planning.ts";
import { within } from "../time-limit.ts";
import type { Urgency } from "./priority-queue.ts";

/** A space that is being opened, is open, or is being closed. */
export interface PooledSpace {
  readonly slug: string;
  readonly opening: Promise<OpenPlanning>;
  /** `waiting`: for its turn to be opened. */
  stage: "waiting" | "opening" | "open";
  /** How many callers use the space now. */
  leases: number;
  /** When the last lease of a person ended, as `performance.now()`. */
  releasedAt: number;
  /** The time of a person's latest request; `null`: nobody has used the space since it was opened. */
  usedAt: Date | null;
  closing: Promise<void> | null;
  /** Called when the last lease ends. */
  onReleased: () => void;
}

interface PooledSpacesOptions {
  /** How many spaces stay open. More may be open while they are in use. */
  readonly mostOpen: number;
  readonly logger: Logger;
  readonly onClosed: () => void;
}

/** When a space is suspended or deleted, running requests have this time to finish. */
const CLOSE_TIMEOUT_MS = 6000;

export function newPooledSpace(slug: string, opening: Promise<OpenPlanning>): PooledSpace {
  const unused = { leases: 0, releasedAt: 0, usedAt: null, onReleased: () => undefined };
  return { slug, opening, stage: "waiting", closing: null, ...unused };
}

function isIdle({ stage, leases, closing }: PooledSpace): boolean {
  return stage === "open" && leases === 0 && closing === null;
}

async function waitUntilReleased(pooled: PooledSpace): Promise<void> {
  if (pooled.leases === 0) return;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  pooled.onReleased = resolve;
  await within(CLOSE_TIMEOUT_MS, released).catch(() => undefined);
}

/** The open spaces of this process by slug, and the functions that close them. A part of `createSpacePool`. */
export function createPooledSpaces({ mostOpen, logger, onClosed }: PooledSpacesOptions) {
  const bySlug = new Map<string, PooledSpace>();

  /** Closes a space. @param finishLeases waits for the end of its leases; the default has a timeout */
  function close(pooled: PooledSpace, finishLeases = () => waitUntilReleased(pooled)): Promise<void> {
    pooled.closing ??= (async () => {
      try {
        await (await pooled.opening).close(finishLeases);
      } catch (error) {
        logger.error({ space: pooled.slug, reason: String(error) }, "a space was not closed in order");
      } finally {
        bySlug.delete(pooled.slug);
        onClosed();
      }
    })();
    return pooled.closing;
  }

  /** The spaces that are being opened, open, or being closed. */
  function listOpen(): PooledSpace[] {
    return [...bySlug.values()].filter(({ stage }) => stage !== "waiting");
  }

  /** If more than `mostOpen` spaces are open, closes those that have been idle for longest. Spaces in use stay open. */
  async function closeExcess(): Promise<void> {
    // A cheap check first: each end of a request calls this.
    if (bySlug.size <= mostOpen) return;
    const open = listOpen();
    if (open.length <= mostOpen) return;
    const idle = open.filter(isIdle).toSorted((a, b) => a.releasedAt - b.releasedAt);
    await Promise.all(idle.slice(0, open.length - mostOpen).map((pooled) => close(pooled)));
  }

  return {
    bySlug,
    listOpen,
    close,
    closeExcess,
    /** Closes a space that no person has used since it was opened. */
    closeUnused: async (slug: string): Promise<void> => {
      const pooled = bySlug.get(slug);
      if (pooled !== undefined && isIdle(pooled) && pooled.usedAt === null) await close(pooled);
    },
    /** Closes the spaces that nobody has used for this time. */
    async closeIdle(idleMs: number): Promise<void> {
      const latest = performance.now() - idleMs;
      const idle = listOpen().filter((pooled) => isIdle(pooled) && pooled.releasedAt <= latest);
      await Promise.all(idle.map((pooled) => close(pooled)));
    },
    /** Ends a lease. The space then stays open for some time, unless only background jobs have used it. */
    release(pooled: PooledSpace, urgency: Urgency): void {
      pooled.leases -= 1;
      if (urgency === "person") pooled.releasedAt = performance.now();
      if (pooled.leases > 0) return;
      pooled.onReleased();
      void closeExcess();
    },
  };
}
