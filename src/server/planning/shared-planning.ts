import type { Connection, Database, Engine } from "../database/database.ts";
import { notifyProcesses } from "../database/notification.ts";
import { appendChange, holdState, type LogEntry, readState } from "./change-log-queries.ts";

/** On PostgreSQL, where other processes hear the position of the latest change. */
export const PLANNING_CHANNEL = "diapason_planning";

/** One transaction on the planning, which no other change crosses. */
export interface Writing {
  readonly connection: Connection;
  readonly engine: Engine;
  readonly now: Date;
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
}

export function createSharedPlanning(database: Database, clock: () => Date): SharedPlanning {
  const { kysely, engine } = database;
  const listeners = new Set<(position: number) => void>();
  let isKnownAsShared = false;

  async function begin(connection: Connection): Promise<Writing> {
    let { isShared, position } = await holdState(connection, engine);
    return {
      connection,
      engine,
      isShared,
      now: clock(),
      position: () => position,
      async log(entry) {
        position += 1;
        await appendChange(connection, { ...entry, position }, clock());
      },
    };
  }

  return {
    database,
    async write(work) {
      let accepted: number | null = null;
      const result = await kysely.transaction().execute(async (transaction) => {
        const writing = await begin(transaction);
        const before = writing.position();
        const done = await work(writing);
        if (writing.position() > before) {
          accepted = writing.position();
          await notifyProcesses(transaction, engine, PLANNING_CHANNEL, String(accepted));
        }
        return done;
      });
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
