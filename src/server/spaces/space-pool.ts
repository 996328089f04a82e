import type { Logger } from "pino";
import { type Database, type Pause } from "../database/database.ts";
import type { Register } from "../database/register/register.ts";
import type { Closing } from "../database/register/space-openings.ts";
import { type Space, USABLE } from "../database/register/space-rows.ts";
import type { OpenPlanning } from "../open-planning.ts";
import { createPauses } from "./pauses.ts";
import { createPooledSpaces, newPooledSpace, type PooledSpace } from "./pooled-spaces.ts";
import { createPriorityQueue, type Urgency } from "./priority-queue.ts";
import { dueAfterClosing, dueAfterFailure } from "./space-moments.ts";

export interface OpeningOptions {
  /** Called before the space's database is closed, as in `openPlanning`. */
  readonly onClosing: (database: Database) => Promise<void>;
  readonly pause: Pause;
}

/** Opens a space's planning. */
export type OpenSpace = (space: Space, options: OpeningOptions) => Promise<OpenPlanning>;

interface SpacePoolDependencies {
  readonly register: Register;
  readonly openSpace: OpenSpace;
  /** How many spaces stay open. More may be open while they are in use. */
  readonly mostOpen: number;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Called after a space was closed. */
  readonly onClosed: () => void;
  /** A space without requests and streams is closed after this time. */
  readonly idleMs?: number | undefined;
}

/** One use of a space. The space stays open until `release` is called. */
export interface Lease {
  readonly planning: OpenPlanning;
  /** Call it exactly once. */
  readonly release: () => void;
}

/** Why a space cannot be used. */
export type Unavailable = "unknown" | "suspended";

/**
 * The pool of open spaces (databases with their app). A space is opened at its first request, and closed when it has
 * been idle, because a process cannot have thousands of databases open.
 */
export interface SpacePool {
  /** Opens the space if it is closed, and keeps it open. @throws Error when the space cannot be opened */
  readonly acquire: (slug: string, urgency: Urgency) => Promise<Lease | Unavailable>;
  /** Closes a space that no person has used since it was opened. */
  readonly closeUnused: (slug: string) => Promise<void>;
  /** Closes spaces that were suspended or deleted since they were opened. @param slug only this space; left out: all */
  readonly recheck: (slug?: string) => Promise<void>;
  readonly countOpen: () => number;
  /** Records in the register when people last used the open spaces. Done each minute anyway. */
  readonly recordUses: () => Promise<void>;
  /** How many openings have failed since this process started. */
  readonly countFailedOpenings: () => number;
  /** For the end of the process: opens no more spaces, and closes all of them once `finishRequests` resolves. */
  readonly close: (finishRequests: () => Promise<void>) => Promise<void>;
}

const IDLE_MS = 10 * 60_000;
/** How many times within `idleMs` the pool checks for idle spaces. */
const IDLE_CHECKS = 10;
/** Opening is mostly CPU work of the one thread. With two at a time, one can work while the other waits for the disk. */
const OPENINGS_AT_ONCE = 2;

async function findUsable(register: Pick<Register, "find">, slug: string): Promise<Space | Unavailable> {
  const space = await register.find(slug);
  if (space?.state === "suspended") return "suspended";
  return space !== null && USABLE.includes(space.state) ? space : "unknown";
}

/** Records in the register which spaces are open and closed. A closing that could not be written is retried later. */
function createRegisterRecords(register: Pick<Register, "noteClosed" | "noteStillOpen" | "noteUsed">) {
  /** The spaces whose closing is not in the register yet. */
  const unrecorded = new Set<string>();
  let recordingOpen: Promise<unknown> = Promise.resolve();
  /** Earlier uses of open spaces are in the register. */
  let usesFrom = new Date(0);

  async function recordClosed(slug: string, closing: Closing): Promise<void> {
    // First waits for `recordOpen`: if that wrote later, the closed space would count as open for ever.
    await recordingOpen;
    await register.noteClosed(slug, closing);
    unrecorded.delete(slug);
  }

  return {
    recordClosed,
    /** Records again that these spaces are open. None of them may be closing. */
    async recordOpen(slugs: readonly string[], now: Date): Promise<void> {
      const recording = register.noteStillOpen(slugs, now);
      recordingOpen = Promise.allSettled([recordingOpen, recording]);
      await recording;
    },
    /** Commands read the latest use in the register, and so does the next start after a crash. */
    async recordUses(open: readonly PooledSpace[], now: Date): Promise<void> {
      const uses = open.flatMap(({ slug, usedAt }) => (usedAt === null || usedAt < usesFrom ? [] : [{ slug, usedAt }]));
      if (uses.length > 0) await register.noteUsed(uses);
      usesFrom = now;
    },
    /** Call it before a space is opened: its closing has to be recorded even if opening or closing fails. */
    expectClosing: (slug: string): void => void unrecorded.add(slug),
    /** Retries to record closings, as due now. Returns whether there were any. */
    async retry(isOpen: (slug: string) => boolean, now: Date): Promise<boolean> {
      const closed = Array.from(unrecorded).filter((slug) => !isOpen(slug));
      for (const slug of closed) await recordClosed(slug, { dueAt: now, usedAt: null }).catch(() => undefined);
      return closed.length > 0;
    },
  };
}

/** While people use an open space, its statements need no pauses, unlike opening, closing and background jobs. */
function pauseBeforeStatement(
  { stage, usedAt, closing }: PooledSpace,
  pauseFor: ReturnType<typeof createPauses>,
): ReturnType<Pause> {
  const isInUse = stage === "open" && usedAt !== null && closing === null;
  if (isInUse) return undefined;
  return pauseFor(usedAt === null ? "background" : "person");
}

export function createSpacePool(dependencies: SpacePoolDependencies): SpacePool {
  const { register, openSpace, logger, clock, idleMs = IDLE_MS } = dependencies;
  const pool = createPooledSpaces(dependencies);
  const { bySlug } = pool;
  const runInTurn = createPriorityQueue(OPENINGS_AT_ONCE);
  const pauseFor = createPauses();
  const records = createRegisterRecords(register);
  let failedOpenings = 0;
  let isStopping = false;

  async function open(pooled: PooledSpace, space: Space, urgency: Urgency): Promise<OpenPlanning> {
    if (isStopping) throw new Error("the server stops");
    pooled.stage = "opening";
    await pool.closeExcess();
    try {
      const now = clock();
      records.expectClosing(space.slug);
      const isUsable = await register.noteOpened(space.slug, { now, usedAt: urgency === "person" ? now : null });
      if (!isUsable) throw new Error("it was suspended or deleted meanwhile");
      const planning = await openSpace(space, {
        pause: () => pauseBeforeStatement(pooled, pauseFor),
        async onClosing(database) {
          const { usedAt } = pooled;
          const dueAt = await dueAfterClosing({ database, usedAt: usedAt ?? space.usedAt }, clock());
          await records.recordClosed(space.slug, { dueAt, usedAt });
        },
      });
      pooled.stage = "open";
      return planning;
    } catch (error) {
      failedOpenings += 1;
      logger.error({ space: space.slug, reason: String(error) }, "a space cannot be opened");
      await records.recordClosed(space.slug, { dueAt: dueAfterFailure(space, clock()), usedAt: null });
      throw error;
    }
  }

  function startOpening(space: Space, urgency: Urgency): PooledSpace {
    const opening = runInTurn(urgency, () => open(pooled, space, urgency));
    const pooled = newPooledSpace(space.slug, opening);
    bySlug.set(space.slug, pooled);
    opening.catch(() => bySlug.delete(space.slug));
    return pooled;
  }

  async function lease(pooled: PooledSpace, urgency: Urgency): Promise<Lease> {
    pooled.leases += 1;
    if (urgency === "person") pooled.usedAt = clock();
    try {
      const planning = await pooled.opening;
      return { planning, release: () => pool.release(pooled, urgency) };
    } catch (error) {
      pool.release(pooled, urgency);
      throw error;
    }
  }

  async function closeIdleAndRetry(): Promise<void> {
    await pool.closeIdle(idleMs);
    // If the register cannot be written, the next time does it.
    await records.recordUses(pool.listOpen(), clock()).catch(() => undefined);
    if (await records.retry((slug) => bySlug.has(slug), clock())) dependencies.onClosed();
  }

  const idleTimer = setInterval(() => void closeIdleAndRetry(), idleMs / IDLE_CHECKS).unref();

  return {
    async acquire(slug, urgency) {
      for (;;) {
        const pooled = bySlug.get(slug);
        if (pooled !== undefined && pooled.closing === null) return lease(pooled, urgency);
        await pooled?.closing;
        const space = await findUsable(register, slug);
        // While this call waited, another call began to open the space.
        if (bySlug.has(slug)) continue;
        return typeof space === "string" ? space : lease(startOpening(space, urgency), urgency);
      }
    },
    closeUnused: pool.closeUnused,
    async recheck(slug) {
      const started = pool.listOpen();
      const stillOpen = started.filter(({ closing }) => closing === null).map((pooled) => pooled.slug);
      // This server may have been cut off, and another one may have recorded that its spaces are closed.
      if (slug === undefined) await records.recordOpen(stillOpen, clock());
      const checked = slug === undefined ? started : started.filter((pooled) => pooled.slug === slug);
      for (const pooled of checked) {
        if (typeof (await findUsable(register, pooled.slug)) === "string") await pool.close(pooled);
      }
    },
    countOpen: () => pool.listOpen().length,
    recordUses: () => records.recordUses(pool.listOpen(), clock()),
    countFailedOpenings: () => failedOpenings,
    async close(finishRequests) {
      isStopping = true;
      clearInterval(idleTimer);
      const finished = finishRequests();
      await Promise.all([finished, ...Array.from(bySlug.values(), (pooled) => pool.close(pooled, () => finished))]);
    },
  };
}
