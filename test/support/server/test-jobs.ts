import pino from "pino";
import { onTestFinished } from "vitest";
import type { Database, Engine } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import type { JobHandlers, NewJob } from "#server/jobs/job.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { addJobs } from "#server/jobs/write-jobs.ts";
import { newEnvironment, removeData, settingsOf } from "./test-server.ts";

export interface TestJobs {
  readonly database: Database;
  readonly log: string[];
  readonly now: () => Date;
  /** Sets the clock forward, or back. */
  readonly pass: (milliseconds: number) => void;
  /** Starts a job runner, like another process of the server. */
  readonly start: (handlers: JobHandlers, of?: Database) => Jobs;
  /** Adds jobs of kind `message` that are due now, except for what is given. */
  readonly add: (...jobs: readonly Partial<NewJob>[]) => Promise<void>;
  /** Another connection to the database, as of another process; PostgreSQL only. */
  readonly openAnother: () => Promise<Database>;
}

/** A job queue on a new database, with a clock of the test, until the end of the test. */
export async function jobsForThisTest(engine: Engine): Promise<TestJobs> {
  const environment = await newEnvironment(engine);
  const database = await openDatabase(settingsOf(environment));
  await migrate(database);
  const opened = [database];
  const started: Jobs[] = [];
  const log: string[] = [];
  let now = new Date("2026-11-20T12:00:00Z");
  onTestFinished(async () => {
    await Promise.all(started.map((jobs) => jobs.close()));
    await Promise.all(opened.map((each) => each.close()));
    await removeData(environment);
  });
  return {
    database,
    log,
    now: () => now,
    pass: (milliseconds) => (now = new Date(now.getTime() + milliseconds)),
    start(handlers, of = database) {
      const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });
      const jobs = createJobs({ database: of, logger, clock: () => now });
      started.push(jobs);
      jobs.start(handlers);
      return jobs;
    },
    async add(...jobs) {
      const added = jobs.map((job) => ({ kind: "message" as const, subject: "culte", dueAt: now, ...job }));
      await database.kysely.transaction().execute((kysely) => addJobs({ engine, kysely }, added, now));
    },
    async openAnother() {
      const other = await openDatabase(settingsOf(environment));
      opened.push(other);
      return other;
    },
  };
}
