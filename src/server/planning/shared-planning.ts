import type { AdminAct } from "#contract/journal.ts";
import type { AbsenceDays } from "#domain/availability/absences.ts";
import type { Answer } from "#domain/availability/availability.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { timeZoneNamed, todayOf } from "#domain/calendar/time-zone.ts";
import type { AnswersAfterEdit, EventEdit } from "#domain/planning/event-edit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { EntitledUser } from "../api/operation-route.ts";
import type { Database, Queryable } from "../database/database.ts";
import { notifyProcesses } from "../database/postgres/schema-notices.ts";
import type { JobTransaction } from "../jobs/job.ts";
import { appendChanges, lockState, type LogEntry, type Positioned, readState } from "./changes/write-change-log.ts";
import { readSpaceRows, requireRoom, type SpaceLimits } from "./read-space-use.ts";

/** PostgreSQL channel on which a process sends the others the position of the latest change. */
export const PLANNING_CHANNEL = "diapason_planning";

/** One transaction that changes the planning. No other one runs at the same time. */
export interface WriteTransaction extends JobTransaction {
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
  readonly write: <Result>(work: (writing: WriteTransaction) => Promise<Result>) => Promise<Result>;
  /** Calls `listener` with the latest position after each commit of this process. Returns the function to unsubscribe. */
  readonly onAccepted: (listener: (position: number) => void) => () => void;
  /**
   * Calls `listener` after each commit of this process that added jobs, with the moment at which the first of them is due.
   * Only on SQLite: PostgreSQL notifies every process.
   */
  readonly onJobs: (listener: (firstDueAt: Date) => void) => void;
  /** Whether the planning is shared. Once shared, it stays so. */
  readonly isShared: () => Promise<boolean>;
  readonly now: () => Date;
  /** The date in the team's time zone. */
  readonly today: () => PlainDate;
}

/** Types of changes that are requested with other fields than those in their log entry. */
type DifferentlyRequestedType =
  | "group.restored"
  | "event.restored"
  | "series.restored"
  | "series.edited"
  | "series.deleted"
  | "availability.set"
  | "absence.added";

/**
 * A change that a signed-in user requests. The server itself reads what the request leaves out: which events of a series
 * come later, and the name and services of a person.
 */
export type WantedChange =
  | Exclude<SubmittedChange, { readonly type: DifferentlyRequestedType }>
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
 * Makes a change for a user, or refuses it. Returns what `read` reads in the same transaction, with its position.
 * @throws Refusal when the user lacks the permission, or the change is impossible
 */
export type AcceptChange = <Result>(
  actorId: string,
  wanted: WantedChange,
  read: (queryable: Queryable) => Promise<Result>,
) => Promise<Positioned<Result>>;

/** Returned by the function that wrote the rows of a change: what remains to be logged. */
export interface WrittenChange {
  /** For the change log, from which clients receive it; `null`: only `reloads` are logged. */
  readonly entry: LogEntry | null;
  /** The ids of groups whose events clients must reload, because the absences shown in them may differ. */
  readonly reloads?: readonly string[];
  /** For the journal of admins, with the names from before the change; `null`: the journal does not record it. */
  readonly act: AdminAct | null;
}

/**
 * Writes the rows of a change, in its transaction. `actor` makes the change, and has the right to. Returns `null` if
 * nothing changed, as for a retry.
 */
export type WriteChange<Wanted extends WantedChange> = (
  writing: WriteTransaction,
  wanted: Wanted,
  actor: EntitledUser,
) => Promise<WrittenChange | null>;

interface PlanningDependencies {
  readonly database: Database;
  /** The limits of a space; `undefined`: the planning belongs to no space. */
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
  // Without this queue, each writer that waits for the state's row lock would hold a database connection readers need.
  const enqueue = createQueue();
  let isKnownAsShared = false;

  async function begin(queryable: JobTransaction): Promise<WriteTransaction> {
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
   * Runs one transaction. `lastPosition`: the position of its last change, `null` if it logged none. `jobsDueAt`: when
   * the jobs that it added are due.
   */
  async function transact<Result>(work: (writing: WriteTransaction) => Promise<Result>) {
    const { engine } = database;
    const jobsDueAt: Date[] = [];
    return database.kysely.transaction().execute(async (kysely) => {
      const writing = await begin({ engine, kysely, onJobs: (firstDueAt) => void jobsDueAt.push(firstDueAt) });
      const positionBefore = writing.position();
      const rowsBefore = limits && (await readSpaceRows(writing));
      const result = await work(writing);
      if (limits && rowsBefore) await requireRoom(writing, limits, rowsBefore);
      const lastPosition = writing.position() > positionBefore ? writing.position() : null;
      if (lastPosition !== null) await notifyProcesses(writing, PLANNING_CHANNEL, String(lastPosition));
      return { result, lastPosition, jobsDueAt };
    });
  }

  return {
    database,
    now: clock,
    today: () => todayAt(clock()),
    async write(work) {
      const { result, lastPosition, jobsDueAt } = await enqueue(() => transact(work));
      if (lastPosition !== null) for (const listener of listeners) listener(lastPosition);
      for (const dueAt of jobsDueAt) for (const listener of jobListeners) listener(dueAt);
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
