import type { PlainDate } from "#domain/calendar/calendar.ts";
import { timeZoneNamed, wallTimeAt } from "#domain/calendar/time-zone.ts";
import type { Database } from "../database/database.ts";
import { notifyProcesses } from "../database/postgres/schema-notices.ts";
import type { JobTransaction } from "../jobs/job.ts";
import { type LogEntry, readState } from "./changes/read-change-log.ts";
import { appendChanges, lockState } from "./changes/write-change-log.ts";

/** PostgreSQL channel on which processes send each other the position of the latest change. */
export const PLANNING_CHANNEL = "diapason_planning";

/** One transaction on the planning. No other change runs at the same time. */
export interface Writing extends JobTransaction {
  readonly now: Date;
  readonly today: PlainDate;
  /** Whether the planning was shared when the transaction began. */
  readonly isShared: boolean;
  /** Position of the latest change, including those of this transaction. */
  readonly position: () => number;
  /** Appends written changes to the log, in this order. */
  readonly log: (...entries: readonly LogEntry[]) => Promise<void>;
}

/** The team's shared planning, as seen by this process. */
export interface SharedPlanning {
  readonly database: Database;
  /**
   * The only way to change the planning: `work` writes rows and log entries in one transaction. It must await nothing
   * but its queries, because all other writers wait for it.
   */
  readonly write: <Result>(work: (writing: Writing) => Promise<Result>) => Promise<Result>;
  /**
   * Calls `listener` with the latest position after each commit of this process. Returns a function that unsubscribes
   * it.
   */
  readonly onAccepted: (listener: (position: number) => void) => () => void;
  /**
   * Calls `listener` after each commit of this process that added a job, with the moment at which the first is due. Only on
   * SQLite: PostgreSQL notifies every process.
   */
  readonly onJobs: (listener: (firstDueAt: Date) => void) => void;
  /** Whether the planning is shared. Once shared, it stays so. */
  readonly isShared: () => Promise<boolean>;
  readonly now: () => Date;
  /** The date in the team's time zone. */
  readonly today: () => PlainDate;
}

interface PlanningDependencies {
  readonly database: Database;
  readonly timeZone: string;
  readonly clock: () => Date;
}

/** Runs tasks one at a time, in order of arrival. A failed task does not stop the next. */
function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

export function createSharedPlanning({ database, timeZone, clock }: PlanningDependencies): SharedPlanning {
  const listeners = new Set<(position: number) => void>();
  const jobListeners = new Set<(firstDueAt: Date) => void>();
  const zone = timeZoneNamed(timeZone);
  const todayAt = (now: Date) => wallTimeAt(now.getTime(), zone).date;
  // Writers would wait for the state's row lock anyway. Waiting here leaves the connections to readers.
  const inOrder = createQueue();
  let isKnownAsShared = false;

  async function begin(queryable: JobTransaction): Promise<Writing> {
    let { isShared, position } = await lockState(queryable);
    const now = clock();
    return {
      ...queryable,
      isShared,
      now,
      today: todayAt(now),
      position: () => position,
      async log(...entries) {
        const first = position + 1;
        position += entries.length;
        await appendChanges(
          queryable,
          entries.map((entry, index) => ({ ...entry, position: first + index })),
          now,
        );
      },
    };
  }

  /**
   * Runs one transaction. Also returns the position of its last change, `null` if it logged none, and when the jobs that it
   * added are due.
   */
  async function transact<Result>(work: (writing: Writing) => Promise<Result>) {
    const { engine } = database;
    const due: Date[] = [];
    return database.kysely.transaction().execute(async (kysely) => {
      const writing = await begin({ engine, kysely, onJobs: (firstDueAt) => void due.push(firstDueAt) });
      const before = writing.position();
      const result = await work(writing);
      const accepted = writing.position() > before ? writing.position() : null;
      if (accepted !== null) await notifyProcesses(writing, PLANNING_CHANNEL, String(accepted));
      return { result, accepted, due };
    });
  }

  return {
    database,
    now: clock,
    today: () => todayAt(clock()),
    async write(work) {
      const { result, accepted, due } = await inOrder(() => transact(work));
      if (accepted !== null) for (const listener of listeners) listener(accepted);
      for (const moment of due) for (const listener of jobListeners) listener(moment);
      return result;
    },
    onAccepted(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onJobs: (listener) => void jobListeners.add(listener),
    async isShared() {
      isKnownAsShared ||= (await readState(database)).isShared;
      return isKnownAsShared;
    },
  };
}
