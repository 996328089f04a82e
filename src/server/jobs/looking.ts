import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { createAlarm } from "./alarm.ts";
import { watchClock } from "./clock-watch.ts";
import { JOB_KINDS, type JobHandlers, type JobKind } from "./job.ts";
import { failureOf, retryDelay } from "./job-failure.ts";
import { readNextMoments } from "./read-jobs.ts";
import { CLAIM_MS, createJobRun, type Transact } from "./run-job.ts";
import { moveForward } from "./write-set-back.ts";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Does jobs of some kinds one after another. */
interface Lane {
  /** Does all that is due, unless it is at it already. */
  readonly start: () => void;
  /** What is being done; `null` when at rest. */
  readonly running: () => Promise<void> | null;
  readonly stop: () => void;
}

interface LanePorts {
  /** Before each job, a job of an earlier kind goes first. */
  readonly kinds: readonly JobKind[];
  /** Does the next job of a kind. Resolves with whether one was due. */
  readonly runNext: (kind: JobKind) => Promise<boolean>;
  /** Nothing more is due. */
  readonly onEmpty: () => void;
  readonly onFailure: (error: unknown) => void;
}

function createLane({ kinds, runNext, onEmpty, onFailure }: LanePorts): Lane {
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
    start() {
      if (!isStopped) running ??= run();
    },
    running: () => running,
    stop() {
      isStopped = true;
    },
  };
}

interface LookingPorts {
  readonly database: Database;
  readonly transact: Transact;
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** What starts jobs at their moments, in this process. */
export interface Looking {
  /** Looks for what is due. */
  readonly look: () => void;
  /** A job was added that is due at this moment. */
  readonly advance: (moment: Date) => void;
  /** Resolves when nothing is under way. */
  readonly settled: () => Promise<void>;
  /** Starts nothing more. */
  readonly stop: () => void;
}

type LaneName = "mails" | "pushes" | "decisions";

/** Kinds of one lane share it. A slow mail server delays neither decisions nor notifications. */
const LANES: Readonly<Record<JobKind, LaneName>> = {
  mail: "mails",
  message: "mails",
  push: "pushes",
  reminders: "decisions",
  changes: "decisions",
  drop_out: "decisions",
  places: "decisions",
  place_taken: "decisions",
  programme: "decisions",
  asking: "decisions",
  news: "decisions",
};

/** How many lanes of each name there are. A push service that never answers holds up one of them for some seconds. */
const LANE_COUNTS: Readonly<Record<LaneName, number>> = { mails: 1, pushes: 4, decisions: 1 };

/** The longest delay until the next look after the database failed. */
const LONGEST_FAILURE_DELAY_MS = 60_000;

export function startLooking({ database, transact, handlers, logger, clock }: LookingPorts): Looking {
  const watch = watchClock(clock);
  const kinds = JOB_KINDS.filter((kind) => handlers[kind] !== undefined);
  const runNext = createJobRun({ database, transact, handlers, logger, now: watch.now });
  const alarm = createAlarm(watch, look);
  const ownKinds = Map.groupBy(kinds, (kind) => LANES[kind]);
  const lanes = new Map(
    Array.from(ownKinds, ([name, own]) => [
      name,
      Array.from({ length: LANE_COUNTS[name] }, () =>
        createLane({ kinds: own, runNext, onEmpty: look, onFailure: tryLater }),
      ),
    ]),
  );
  // True at the start: nobody knows what the clock was before.
  let isMoveDue = true;
  let failures = 0;
  let isStopped = false;
  let isWoken = false;
  let looking: Promise<void> | null = null;

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

  function isLookDue(): boolean {
    return isWoken && !isStopped;
  }

  async function lookWhileWoken(): Promise<void> {
    try {
      do {
        isWoken = false;
        await startDue();
      } while (isLookDue());
    } catch (error) {
      tryLater(error);
    } finally {
      looking = null;
    }
  }

  function look(): void {
    isWoken = true;
    if (!isStopped && kinds.length > 0) looking ??= lookWhileWoken();
  }

  look();
  return {
    look,
    advance(moment) {
      // A look under way may have read the database before the job was added.
      if (looking === null) alarm.advance(moment);
      else isWoken = true;
    },
    async settled() {
      for (;;) {
        const works = [
          looking,
          ...Array.from(lanes.values())
            .flat()
            .map((lane) => lane.running()),
        ];
        const underWay = works.filter((work) => work !== null);
        if (underWay.length === 0) return;
        await Promise.all(underWay);
      }
    },
    stop() {
      isStopped = true;
      alarm.stop();
      for (const lane of Array.from(lanes.values()).flat()) lane.stop();
    },
  };
}
