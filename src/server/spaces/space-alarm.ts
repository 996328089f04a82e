import type { Logger } from "pino";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import { createAlarm, watchClock } from "../jobs/alarm.ts";
import type { SpacePool } from "./space-pool.ts";

interface SpaceAlarmDependencies {
  readonly register: Register;
  readonly spacePool: Pick<SpacePool, "acquire" | "closeUnused">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** How many due spaces are open at a time. Several, because one may wait for the mail server. */
const CONCURRENCY = 16;
/** How many due spaces are read from the register at a time. */
const BATCH_SIZE = 200;
/** A space that is due within this time may be waiting for a retry. A later due time comes from the calendar. */
const RETRY_WAIT_MAX_MS = 2 * 60 * 60_000;
/** The wait after the register could not be read. */
const RETRY_MS = 60_000;

/** Opens closed spaces when their jobs are due (reminders, queued mails), with one timer for all spaces. */
export type SpaceAlarm = ReturnType<typeof createSpaceAlarm>;

export function createSpaceAlarm({ register, spacePool, logger, clock }: SpaceAlarmDependencies) {
  const watch = watchClock(clock);
  const alarm = createAlarm(watch, openDue);
  const inProgress = new Set<string>();
  let queue: Space[] = [];
  let readingBatch: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  /** When the latest run began, by the clock at that time. */
  let ranAt = 0;
  /** Whether to run again after the current run. */
  let isRunRequested = false;
  let isStopped = false;

  async function readBatch(): Promise<void> {
    const due = await register.findDue(watch.now(), BATCH_SIZE);
    queue = due.filter(({ slug }) => !inProgress.has(slug));
  }

  async function takeNext(): Promise<Space | undefined> {
    if (isStopped) return undefined;
    if (queue.length === 0) await (readingBatch ??= readBatch().finally(() => (readingBatch = null)));
    return queue.shift();
  }

  /** Opens the space, waits until its due jobs are done, and closes it again. */
  async function runJobs({ slug }: Space): Promise<void> {
    inProgress.add(slug);
    try {
      if (!(await register.claimDue(slug, watch.now()))) return;
      const lease = await spacePool.acquire(slug, "background");
      // The space was suspended or deleted since the batch was read.
      if (typeof lease === "string") return await register.noteClosed(slug, { dueAt: watch.now(), usedAt: null });
      await lease.planning.settled().finally(lease.release);
      await spacePool.closeUnused(slug);
    } catch {
      // The pool logged the error, and wrote into the register when to try again.
    } finally {
      inProgress.delete(slug);
    }
  }

  async function runWorker(): Promise<void> {
    for (let space = await takeNext(); space !== undefined; space = await takeNext()) await runJobs(space);
  }

  function mustRunAgain(): boolean {
    return isRunRequested && !isStopped;
  }

  /** Makes retries due now if the clock was set back: by an hour, for example, each would be an hour late. */
  async function adjustToClock(): Promise<void> {
    const now = watch.now();
    if (watch.readAndClearSetBack()) await register.bringForward(now, new Date(ranAt + RETRY_WAIT_MAX_MS));
    ranAt = now.getTime();
  }

  async function run(): Promise<void> {
    try {
      do {
        isRunRequested = false;
        await adjustToClock();
        await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
        alarm.set(await register.nextDue());
      } while (mustRunAgain());
    } catch (error) {
      logger.error({ reason: String(error) }, "the register of spaces cannot be read");
      alarm.set(new Date(watch.now().getTime() + RETRY_MS));
    } finally {
      running = null;
    }
  }

  /** Runs the jobs of all due spaces, and sets the timer to the next time. */
  function openDue(): void {
    isRunRequested = true;
    if (!isStopped) running ??= run();
  }

  return {
    openDue,
    /** Call it when a closed space gets a job that is due at this time. */
    advance(moment: Date): void {
      // A current run may have read the register before this change, so it is repeated.
      if (running === null) alarm.advance(moment);
      else isRunRequested = true;
    },
    /** Resolves when nothing more is due. */
    settled: (): Promise<void> => running ?? Promise.resolve(),
    stop(): void {
      isStopped = true;
      alarm.stop();
    },
  };
}
