import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { JobGivenUp } from "./job-failure.ts";
import type { ClaimedJob, JobHandlers, NewJob } from "./job.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { addJobs, cancelJob } from "./write-jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(ENGINES)("jobs on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;
  let now: Date;
  let log: string[];
  let running: Jobs[];
  let done: string[];

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    now = new Date("2026-11-20T12:00:00Z");
    log = [];
    running = [];
    done = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.close()));
    await database.close();
    await removeData(environment);
  });

  function start(handlers: JobHandlers, of = database): Jobs {
    const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });
    const jobs = createJobs({ database: of, logger, clock: () => now });
    running.push(jobs);
    jobs.start(handlers);
    return jobs;
  }

  function pass(milliseconds: number): void {
    now = new Date(now.getTime() + milliseconds);
  }

  async function add(...jobs: Partial<NewJob>[]): Promise<void> {
    await database.kysely.transaction().execute((kysely) =>
      addJobs(
        { engine, kysely },
        jobs.map((job) => ({ kind: "message", subject: "culte", dueAt: now, ...job })),
        now,
      ),
    );
  }

  async function rows() {
    return database.kysely.selectFrom("job").selectAll().orderBy("subject").execute();
  }

  const noting = {
    type: "delivery",
    run: ({ subject }: ClaimedJob) => Promise.resolve(void done.push(subject)),
  } as const;

  /** Waits until nothing is due and nothing is under way. */
  async function rest(jobs: Jobs): Promise<void> {
    // A stop alone waits no longer than a supervisor lets it, which is not enough on a busy machine.
    await jobs.settled();
    await jobs.close();
  }

  test("are done once, in the order in which they are due, and are gone then", async () => {
    pass(MINUTE_MS);
    await add({ subject: "b", dueAt: new Date(now.getTime() - 1000) }, { subject: "a", dueAt: now });
    await rest(start({ message: noting }));
    expect([done, await rows()]).toEqual([["b", "a"], []]);
  });

  test("are given what was added with them, and which try it is", async () => {
    const seen: ClaimedJob[] = [];
    await add({ payload: { userIds: ["elise"] } });
    await rest(start({ message: { type: "delivery", run: async (job) => void seen.push(job) } }));
    expect(seen).toMatchObject([
      { kind: "message", subject: "culte", payload: { userIds: ["elise"] }, tries: 1, createdAt: now },
    ]);
  });

  test("are not done before their moment", async () => {
    await add({ dueAt: new Date(now.getTime() + 1) });
    await rest(start({ message: noting }));
    pass(1);
    expect(done).toEqual([]);
    await rest(start({ message: noting }));
    expect(done).toEqual(["culte"]);
  });

  test("of one name replace each other: the newest counts, as a new job", async () => {
    await add({ payload: 1, dueAt: new Date(now.getTime() + DAY_MS) });
    const [former] = await rows();
    pass(1000);
    await add({ payload: 2 }, { payload: 3 });
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect([row?.payload, new Date(row?.due_at ?? 0), new Date(row?.created_at ?? 0)]).toEqual(["3", now, now]);
    expect(row?.id).not.toBe(former?.id);
  });

  test("that are removed are not done", async () => {
    await add({ subject: "a" }, { subject: "b" }, { subject: "a", kind: "push" });
    for (const subject of ["a", "c"]) await cancelJob(database, "message", subject);
    expect((await rows()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(["push a", "message b"]);
  });

  test("are not there when their cause was not written", async () => {
    const writing = database.kysely.transaction().execute(async (kysely) => {
      await addJobs({ engine, kysely }, [{ kind: "message", subject: "culte", dueAt: now }], now);
      throw new Error("no");
    });
    await expect(writing).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
  });

  test("of a kind without a handler wait for a process that knows it", async () => {
    await add({ kind: "push" });
    await rest(start({ message: noting }));
    expect([done, (await rows()).length]).toEqual([[], 1]);
    await rest(start({ push: noting }));
    expect([done, await rows()]).toEqual([["culte"], []]);
  });

  test("whose delivery fails are tried again later, each time twice as late, and say why", async () => {
    const failing = { type: "delivery", run: () => Promise.reject(new TypeError("secret text")) } as const;
    await add({});
    for (const seconds of [10, 20, 40]) {
      await rest(start({ message: failing }));
      const [row] = await rows();
      expect(new Date(row?.due_at ?? 0)).toEqual(new Date(now.getTime() + seconds * 1000));
      expect(row?.last_error).toBe('{"reason":"TypeError"}');
      pass(seconds * 1000);
    }
    expect(log.join("")).toContain('"retryInSeconds":40,"msg":"message delayed"');
    expect(log.join("")).not.toContain("secret text");
  });

  test("that give up are removed, with a line in the log", async () => {
    await add({});
    const run = () => Promise.reject(new JobGivenUp({ reason: "account deleted" }));
    await rest(start({ message: { type: "delivery", run } }));
    expect(await rows()).toEqual([]);
    expect(log.join("")).toContain('"reason":"account deleted","msg":"message given up"');
  });

  test("that nobody did in time are given up, and of an unknown kind swept a day later", async () => {
    await add({ expiresAt: new Date(now.getTime() + MINUTE_MS) });
    await add({ kind: "push", expiresAt: new Date(now.getTime() + MINUTE_MS) });
    pass(MINUTE_MS);
    const jobs = start({ message: noting });
    await rest(jobs);
    expect([done, (await rows()).length]).toEqual([[], 1]);
    expect(log.join("")).toContain('"reason":"expired","msg":"message given up"');
    pass(DAY_MS - 1);
    await jobs.sweep();
    expect((await rows()).length).toBe(1);
    pass(1);
    await jobs.sweep();
    expect(await rows()).toEqual([]);
  });

  test("in a transaction write what they do with their own removal: both, or neither", async () => {
    await add({ kind: "reminders" }, { kind: "reminders", subject: "broken" });
    const jobs = start({
      reminders: {
        type: "transaction",
        async run(queryable, { subject }, time) {
          await addJobs(queryable, [{ kind: "message", subject, dueAt: time }], time);
          if (subject === "broken") throw new RangeError("no");
        },
      },
    });
    await rest(jobs);
    expect((await rows()).map(({ kind, subject, tries }) => [kind, subject, tries])).toEqual([
      ["reminders", "broken", 1],
      ["message", "culte", 0],
    ]);
    expect(log.join("")).toContain('"kind":"reminders","attempts":1,"reason":"RangeError"');
  });

  test("in a transaction may add their own next moment", async () => {
    await add({ kind: "asking" });
    const next = new Date(now.getTime() + DAY_MS);
    const jobs = start({
      asking: {
        type: "transaction",
        run: (queryable, { kind, subject }, time) => addJobs(queryable, [{ kind, subject, dueAt: next }], time),
      },
    });
    await rest(jobs);
    expect((await rows()).map(({ due_at, tries }) => [new Date(due_at), tries])).toEqual([[next, 0]]);
  });

  test("that come due are done by a running process, also those added meanwhile", async () => {
    const jobs = start({ message: noting });
    await add({ subject: "a" });
    jobs.wake();
    await expect.poll(() => done).toEqual(["a"]);
    await add({ subject: "b", dueAt: new Date(now.getTime() + 50) });
    jobs.wake();
    pass(50);
    await expect.poll(() => done).toEqual(["a", "b"]);
  });

  test("replaced while they are under way are done again, as they were added again", async () => {
    const isUnderWay = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const run = async ({ payload }: ClaimedJob) => {
      done.push(String(payload));
      isUnderWay.resolve();
      await mayEnd.promise;
    };
    await add({ payload: "former" });
    const jobs = start({ message: { type: "delivery", run } });
    await isUnderWay.promise;
    await add({ payload: "new" });
    mayEnd.resolve();
    await rest(jobs);
    expect([done, await rows()]).toEqual([["former", "new"], []]);
  });

  test("are each done by one of several processes", async () => {
    const subjects = Array.from({ length: 30 }, (_, number) => `event-${number + 10}`);
    await add(
      ...subjects.map((subject) => ({ subject })),
      ...subjects.map((subject) => ({ subject, kind: "changes" as const })),
    );
    const others = engine === "postgres" ? [await openDatabase(settingsOf(environment))] : [];
    const decided: string[] = [];
    const decide = {
      type: "transaction",
      run: async (_: unknown, { subject }: ClaimedJob) => void decided.push(subject),
    } as const;
    const processes = [database, database, ...others].map((of) => start({ message: noting, changes: decide }, of));
    await Promise.all(processes.map(rest));
    await Promise.all(others.map((other) => other.close()));
    expect([done.toSorted(), decided.toSorted(), await rows()]).toEqual([subjects, subjects, []]);
  });
});
