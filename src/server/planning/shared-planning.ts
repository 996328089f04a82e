import type { PlainDate } from "#domain/calendar.ts";
import type { Database, Queryable } from "../database/database.ts";
import { notifyProcesses } from "../database/notification.ts";
import { appendChange, holdState, type LogEntry, readState } from "./change-log-queries.ts";
import { wallCalendar } from "./today.ts";
import { createTurns } from "./turns.ts";

/** On PostgreSQL, where other processes hear the position of the latest change. */
export const PLANNING_CHANNEL = "diapason_planning";

/** One transaction on the planning, which no other change crosses. */
export interface Writing extends Queryable {
  readonly now: Date;
  readonly today: PlainDate;
  /** Whether the planning was shared when the transaction began. */
  readonly isShared: boolean;
  /** Of the latest change, those of this transaction included. */
  readonly position: () => number;
  /** Adds to the log what was written. */
  readonly log: (entry: LogEntry) => Promise<void>;
}

/** The team's planning, as this process reads and changes it. */
export interface SharedPlanning {
  readonly database: Database;
  /**
   * The one way to change the planning: `work` writes rows and logs what it wrote, all of it or nothing. It awaits
   * nothing but its queries, for everybody else waits.
   */
  readonly write: <Result>(work: (writing: Writing) => Promise<Result>) => Promise<Result>;
  /** Calls `listener` with the latest position each time this process has committed changes. Answers how to stop that. */
  readonly onAccepted: (listener: (position: number) => void) => () => void;
  /** Whether it is shared; once it is, it stays so. */
  readonly isShared: () => Promise<boolean>;
  readonly now: () => Date;
  /** The team's own date. */
  readonly today: () => PlainDate;
}

interface PlanningDependencies {
  readonly database: Database;
  readonly timeZone: string;
  readonly clock: () => Date;
}

export function createSharedPlanning({ database, timeZone, clock }: PlanningDependencies): SharedPlanning {
  const listeners = new Set<(position: number) => void>();
  const todayAt = wallCalendar(timeZone);
  // They would wait for the state's row in any case: here they hold no connection meanwhile, which readers need.
  const inTurn = createTurns();
  let isKnownAsShared = false;

  async function begin(queryable: Queryable): Promise<Writing> {
    let { isShared, position } = await holdState(queryable);
    const now = clock();
    return {
      ...queryable,
      isShared,
      now,
      today: todayAt(now),
      position: () => position,
      async log(entry) {
        position += 1;
        await appendChange(queryable, { ...entry, position }, now);
      },
    };
  }

  /** One transaction; answers the position of its last change too, `null` where it logged none. */
  async function transact<Result>(work: (writing: Writing) => Promise<Result>) {
    const { engine } = database;
    return database.kysely.transaction().execute(async (kysely) => {
      const writing = await begin({ engine, kysely });
      const before = writing.position();
      const result = await work(writing);
      const accepted = writing.position() > before ? writing.position() : null;
      if (accepted !== null) await notifyProcesses(writing, PLANNING_CHANNEL, String(accepted));
      return { result, accepted };
    });
  }

  return {
    database,
    now: clock,
    today: () => todayAt(clock()),
    async write(work) {
      const { result, accepted } = await inTurn(() => transact(work));
      if (accepted !== null) for (const listener of listeners) listener(accepted);
      return result;
    },
    onAccepted(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async isShared() {
      isKnownAsShared ||= (await readState(database)).isShared;
      return isKnownAsShared;
    },
  };
}
