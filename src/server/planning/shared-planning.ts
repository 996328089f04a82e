import type { AdminAct } from "#contract/journal.ts";
import type { AbsenceDays } from "#domain/availability/absences.ts";
import type { Answer } from "#domain/availability/availability.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { timeZoneNamed, todayOf } from "#domain/calendar/time-zone.ts";
import type { AnswersAfterEdit, EventEdit } from "#domain/planning/event-edit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Database, Queryable } from "../database/database.ts";
import { notifyProcesses } from "../database/postgres/schema-notices.ts";
import type { JobTransaction } from "../jobs/job.ts";
import { appendChanges, lockState, type LogEntry, type Positioned, readState } from "./changes/write-change-log.ts";
import { readSpaceRows, requireRoom, type SpaceLimits } from "./read-space-use.ts";

/** PostgreSQL channel on which a process sends the others the position of the latest change. */
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

/** Types of changes whose request has other fields than their log entry. */
type RewordedType =
  | "group.restored"
  | "event.restored"
  | "series.restored"
  | "series.edited"
  | "series.deleted"
  | "availability.set"
  | "absence.added";

/**
 * A change that a signed-in user requests. The server itself finds the later events of a series, and a person's name and
 * services.
 */
export type WantedChange =
  | Exclude<SubmittedChange, { readonly type: RewordedType }>
  | { readonly type: "group.restored"; readonly groupId: string }
  | { readonly type: "event.restored"; readonly eventId: string }
  | { readonly type: "series.restored"; readonly eventId: string }
  | { readonly type: "series.deleted"; readonly eventId: string }
  | ({ readonly type: "absence.added"; readonly id: string; readonly userId: string } & AbsenceDays)
  /** A new date moves the later events by the same number of days. */
  | {
      readonly type: "series.edited";
      readonly eventId: string;
      readonly edit: EventEdit;
      readonly answers: AnswersAfterEdit;
    }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      readonly userId: string;
      readonly answer: Answer | null;
      /** The date and time that the event had for the person who answered, if known. */
      readonly givenFor?: Pick<PlannedEvent, "date" | "time"> | undefined;
      /** `undefined`: the former comment stays, unless the answer changes. */
      readonly comment: string | undefined;
      /** When the answer was given, by the device's clock. The server uses its own time if that is earlier. */
      readonly answeredAt: Date;
    };

export type WantedType = WantedChange["type"];

export type WantedOf<Type extends WantedType> = Extract<WantedChange, { readonly type: Type }>;

/**
 * Makes a change for a user, or refuses it. Returns what `present` reads in the same transaction, with its position.
 * @throws Refusal when the user lacks the permission, or the change is impossible
 */
export type AcceptChange = <Answer>(
  actorId: string,
  wanted: WantedChange,
  present: (queryable: Queryable) => Promise<Answer>,
) => Promise<Positioned<Answer>>;

/** A change whose rows were written: its log entry, and its line for the journal. */
export interface WrittenChange {
  /** `null`: there is nothing to log but `reloads`. */
  readonly entry: LogEntry | null;
  /** The ids of groups whose events clients must reload, because the absences shown in them may differ. */
  readonly reloads?: readonly string[];
  /** With the names from before the change. `null` for changes of the user's own answer or membership. */
  readonly act: AdminAct | null;
}

interface PlanningDependencies {
  readonly database: Database;
  /** Of a space. */
  readonly limits?: SpaceLimits | undefined;
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

export function createSharedPlanning({ database, limits, timeZone, clock }: PlanningDependencies): SharedPlanning {
  const listeners = new Set<(position: number) => void>();
  const jobListeners = new Set<(firstDueAt: Date) => void>();
  const zone = timeZoneNamed(timeZone);
  const todayAt = (now: Date) => todayOf({ now, zone });
  // Writers would wait for the state's row lock anyway. While they wait here, readers can use the connections.
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
   * Runs one transaction. `accepted`: the position of its last change, `null` if it logged none. `due`: when the jobs that
   * it added are due.
   */
  async function transact<Result>(work: (writing: Writing) => Promise<Result>) {
    const { engine } = database;
    const due: Date[] = [];
    return database.kysely.transaction().execute(async (kysely) => {
      const writing = await begin({ engine, kysely, onJobs: (firstDueAt) => void due.push(firstDueAt) });
      const before = writing.position();
      const rowsBefore = limits && (await readSpaceRows(writing));
      const result = await work(writing);
      if (limits && rowsBefore) await requireRoom(writing, limits, rowsBefore);
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
