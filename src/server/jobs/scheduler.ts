import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { createAlarm, watchClock } from "./alarm.ts";
import { failureOf, retryDelay } from "./job-failure.ts";
import { JOB_KINDS, type JobHandlers, type JobKind, LANES } from "./job.ts";
import { readNextMoments } from "./read-jobs.ts";
import { CLAIM_MS, createJobRun, type Transact } from "./run-job.ts";
import { moveForward } from "./write-jobs.ts";

interface LanePorts {
  /** Before each job, a job of an earlier kind goes first. */
  readonly kinds: readonly JobKind[];
  /** Does the next job of a kind. Resolves with whether one was due. */
  readonly runNext: (kind: JobKind) => Promise<boolean>;
  readonly onEmpty: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Does jobs of some kinds one after another. */
function createLane({ kinds, runNext, onEmpty, onFailure }: LanePorts) {
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function runFirstDue(): Promise<boolean> {
    for (const kind of kinds) if (!isStopped && (await runNext(kind))) return true;
    return false;
  }

  async function run(): Promise<void> {
    try {
      // Requests have their turn between two jobs.
      while (await runFirstDue()) await nextTurn();
      running = null;
      onEmpty();
    } catch (error) {
      running = null;
      onFailure(error);
    }
  }

  return {
    /** Does all that is due, unless it is at it already. */
    start(): void {
      if (!isStopped) running ??= run();
    },
    /** What is being done; `null` when at rest. */
    running: () => running,
    stop(): void {
      isStopped = true;
    },
  };
}

interface SchedulerPorts {
  readonly database: Database;
  readonly transact: Transact;
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly clock: () => Date;
}

export interface Scheduler {
  /** Starts what is due. */
  readonly check: () => void;
  /** A job was added that is due at this moment. */
  readonly advance: (moment: Date) => void;
  /** Resolves when nothing is under way. */
  readonly settled: () => Promise<void>;
  /** Starts nothing more. */
  readonly stop: () => void;
}

/** How many lanes of each name there are. A push service that never answers holds up one of them for some seconds. */
const LANE_COUNTS = { mails: 1, pushes: 4, decisions: 1 } as const;

/** The longest delay until the next check after the database failed. */
const LONGEST_FAILURE_DELAY_MS = 60_000;

export function startScheduler({ database, transact, handlers, logger, clock }: SchedulerPorts): Scheduler {
  const watch = watchClock(clock);
  const kinds = JOB_KINDS.filter((kind) => handlers[kind] !== undefined);
  const runNext = createJobRun({ database, transact, handlers, logger, now: watch.now });
  const alarm = createAlarm(watch, check);
  const ownKinds = Map.groupBy(kinds, (kind) => LANES[kind]);
  const lanes = new Map(
    Array.from(ownKinds, ([name, own]) => [
      name,
      Array.from({ length: LANE_COUNTS[name] }, () =>
        createLane({ kinds: own, runNext, onEmpty: check, onFailure: tryLater }),
      ),
    ]),
  );
  const allLanes = () => [...lanes.values()].flat();
  // True at the start: nobody knows what the clock was before.
  let isMoveDue = true;
  let failures = 0;
  let isStopped = false;
  let isWoken = false;
  let checking: Promise<void> | null = null;

  /** Jobs stay in the database until it is back. */
  function tryLater(error: unknown): void {
    failures += 1;
    logger.error(failureOf(error), "jobs cannot be read");
    const delay = Math.min(LONGEST_FAILURE_DELAY_MS, retryDelay(failures));
    alarm.advance(new Date(watch.now().getTime() + delay));
  }

  /** Starts the lanes in which something is due, and sets the alarm to the next moment of the others. */
  async function startDue(): Promise<void> {
    const now = watch.now();
    isMoveDue ||= watch.takeSetBack();
    if (isMoveDue) await moveForward(database, now, CLAIM_MS);
    isMoveDue = false;
    const moments = await readNextMoments(database, kinds);
    failures = 0;
    const later: number[] = [];
    for (const [kind, moment] of moments) {
      if (moment <= now) lanes.get(LANES[kind])?.forEach((lane) => lane.start());
      else later.push(moment.getTime());
    }
    alarm.set(later.length === 0 ? null : new Date(Math.min(...later)));
  }

  // As a function: the compiler does not see that awaited code sets these.
  const isCheckDue = () => isWoken && !isStopped;

  async function checkWhileWoken(): Promise<void> {
    try {
      do {
        isWoken = false;
        await startDue();
      } while (isCheckDue());
    } catch (error) {
      tryLater(error);
    } finally {
      checking = null;
    }
  }

  function check(): void {
    isWoken = true;
    if (!isStopped && kinds.length > 0) checking ??= checkWhileWoken();
  }

  check();
  return {
    check,
    advance(moment) {
      // A check under way may have read the database before the job was added.
      if (checking === null) alarm.advance(moment);
      else isWoken = true;
    },
    async settled() {
      for (;;) {
        const works = [checking, ...allLanes().map((lane) => lane.running())];
        const underWay = works.filter((work) => work !== null);
        if (underWay.length === 0) return;
        await Promise.all(underWay);
      }
    },
    stop() {
      isStopped = true;
      alarm.stop();
      for (const lane of allLanes()) lane.stop();
    },
  };
}
