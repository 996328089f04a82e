import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { jobsForThisTest } from "#test/support/server/test-jobs.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import type { Database } from "../database/database.ts";
import { JobDelayed } from "./job-failure.ts";
import type { ClaimedJob } from "./job.ts";
import { addJobs, deferJob } from "./write-jobs.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

afterEach(() => vi.useRealTimers());

function subjectsOf(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `event-${String(number).padStart(4, "0")}`);
}

/** A delivery that notes what it did. */
function notingIn(done: string[]) {
  return { type: "delivery", run: async ({ subject }: ClaimedJob) => void done.push(subject) } as const;
}

function countQueries(database: Database) {
  return vi.spyOn(database.kysely.getExecutor(), "executeQuery");
}

describe.each(ENGINES)("the process that does jobs on %s", (engine) => {
  test("asks the database nothing while nothing is due, and has no timer without a job", async () => {
    const { database, start, add, pass, now } = await jobsForThisTest(engine);
    const queries = countQueries(database);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const done: string[] = [];
    /** Starts a process, and waits for its looks: on PostgreSQL it looks once more when its subscription stands. */
    async function startAndSettle() {
      queries.mockClear();
      const jobs = start({ message: notingIn(done) });
      const looks = () => queries.mock.calls.filter(([{ sql }]) => sql.includes("min(")).length;
      await expect.poll(() => looks()).toBe(engine === "postgres" ? 2 : 1);
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      queries.mockClear();
      return jobs;
    }
    const first = await startAndSettle();
    if (engine === "sqlite") expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(queries).not.toHaveBeenCalled();
    await first.close();
    await add({ dueAt: new Date(now().getTime() + DAY_MS) });
    await startAndSettle();
    if (engine === "sqlite") expect(vi.getTimerCount()).toBe(1);
    for (let minutes = 0; minutes < 60; minutes += 1) {
      pass(MINUTE_MS);
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
    }
    expect(queries).not.toHaveBeenCalled();
    pass(DAY_MS);
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS);
    await expect.poll(() => done).toEqual(["culte"]);
  });

  test("does a job that is added just before it stops", async () => {
    const { start, add } = await jobsForThisTest(engine);
    const done: string[] = [];
    const jobs = start({ message: notingIn(done) });
    await jobs.settled();
    await add({});
    await jobs.close();
    expect(done).toEqual(["culte"]);
  });

  test("lets others have their turn between 2,000 jobs that are due at once", async () => {
    const { database, start, add } = await jobsForThisTest(engine);
    const subjects = subjectsOf(2000);
    await add(...subjects.map((subject) => ({ subject })));
    const done: string[] = [];
    start({ message: notingIn(done) });
    const meanwhile: number[] = [];
    while (done.length < subjects.length) {
      const before = done.length;
      await database.kysely.selectFrom("users").select("id").execute();
      meanwhile.push(done.length - before);
      await nextTurn();
    }
    // SQLite has one connection: a read waits for the job under way, not for those after it.
    if (engine === "sqlite") expect(Math.max(...meanwhile)).toBeLessThanOrEqual(2);
    expect([new Set(done).size, done.length]).toEqual([2000, 2000]);
  });

  test("does at once what was put off before the clock was set back by two days", async () => {
    const { start, add, pass, now } = await jobsForThisTest(engine);
    const done: string[] = [];
    const failing = { type: "delivery", run: () => Promise.reject(new TypeError()) } as const;
    await add({ subject: "retried" });
    await start({ message: failing }).close();
    await add({ subject: "in five minutes", dueAt: new Date(now().getTime() + 5 * MINUTE_MS) });
    await add({ subject: "in a month", dueAt: new Date(now().getTime() + 30 * DAY_MS) });
    pass(-2 * DAY_MS);
    await start({ message: notingIn(done) }).close();
    expect(done).toEqual(["retried"]);
    pass(5 * MINUTE_MS);
    await start({ message: notingIn(done) }).close();
    expect(done).toEqual(["retried", "in five minutes"]);
    pass(27 * DAY_MS);
    await start({ message: notingIn(done) }).close();
    expect(done).toHaveLength(2);
  });

  test("does nothing twice when the clock is set back over its moment", async () => {
    const { start, add, pass } = await jobsForThisTest(engine);
    const done: string[] = [];
    await add({});
    const jobs = start({ message: notingIn(done) });
    await expect.poll(() => done).toEqual(["culte"]);
    pass(-HOUR_MS);
    jobs.wake();
    pass(HOUR_MS);
    jobs.wake();
    await jobs.close();
    expect(done).toEqual(["culte"]);
  });

  test("leaves a delivery alone that may be under way elsewhere when the clock is set back", async () => {
    const { database, start, add, pass, now } = await jobsForThisTest(engine);
    const done: string[] = [];
    await add({});
    const claim = { claimed_at: now(), tries: 1, due_at: new Date(now().getTime() + 2 * MINUTE_MS) };
    await database.kysely.updateTable("job").set(claim).execute();
    pass(-2 * DAY_MS);
    await start({ message: notingIn(done) }).close();
    pass(2 * MINUTE_MS - 1);
    await start({ message: notingIn(done) }).close();
    expect(done).toEqual([]);
    pass(1);
    await start({ message: notingIn(done) }).close();
    expect(done).toEqual(["culte"]);
  });

  test.each([
    ["at once", 0, 10 * SECOND_MS],
    ["long ago", -1000 * DAY_MS, 10 * SECOND_MS],
    ["in an hour", HOUR_MS, HOUR_MS],
    ["after the job's end", 3 * DAY_MS, DAY_MS],
  ])("asks a server again that wishes it %s: not before the usual delay, nor past the end", async (_, wish, delay) => {
    const { database, start, add, now } = await jobsForThisTest(engine);
    let tries = 0;
    async function run(): Promise<void> {
      tries += 1;
      throw new JobDelayed({ reason: "busy" }, new Date(now().getTime() + wish));
    }
    await add({ expiresAt: new Date(now().getTime() + DAY_MS) });
    await start({ message: { type: "delivery", run } }).close();
    const [row] = await database.kysely.selectFrom("job").selectAll().execute();
    expect([tries, new Date(row?.due_at ?? 0)]).toEqual([1, new Date(now().getTime() + delay)]);
    expect([row?.tries, row?.last_error]).toEqual([1, '{"reason":"busy"}']);
  });

  test("keeps a job that its delivery put off, unless a newer one of its name has come", async () => {
    const { database, start, add, now } = await jobsForThisTest(engine);
    const morning = new Date(now().getTime() + DAY_MS);
    async function run(job: ClaimedJob): Promise<void> {
      const newer = { kind: job.kind, subject: job.subject, payload: "newer", dueAt: new Date(morning.getTime() + 1) };
      if (job.subject === "replaced") await addJobs(database, [newer], now());
      await deferJob(database, job, morning, now());
    }
    await add({ subject: "put off", payload: "former" }, { subject: "replaced", payload: "former" });
    await start({ message: { type: "delivery", run } }).close();
    const rows = await database.kysely.selectFrom("job").selectAll().orderBy("subject").execute();
    expect(rows.map(({ payload, due_at, tries }) => [payload, new Date(due_at), tries])).toEqual([
      ['"former"', morning, 0],
      ['"newer"', new Date(morning.getTime() + 1), 0],
    ]);
  });

  test("sends four notifications at a time, so that one without an answer holds up no other", async () => {
    const { start, add } = await jobsForThisTest(engine);
    const subjects = subjectsOf(12);
    const answered = Promise.withResolvers<void>();
    const done: string[] = [];
    let [underWay, most] = [0, 0];
    const run = async ({ subject }: ClaimedJob) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await (subject === subjects[0] ? answered.promise : nextTurn());
      underWay -= 1;
      done.push(subject);
    };
    await add(...subjects.map((subject) => ({ subject, kind: "push" as const })));
    const jobs = start({ push: { type: "delivery", run } });
    await expect.poll(() => done.toSorted()).toEqual(subjects.slice(1));
    answered.resolve();
    await jobs.close();
    expect(done).toHaveLength(12);
    expect(most).toBeLessThanOrEqual(4);
  });

  test("does not repeat a delivery that the database could not note", async () => {
    const { database, start, add, pass, log } = await jobsForThisTest(engine);
    const done: string[] = [];
    const { schema } = database.kysely;
    await add({});
    const jobs = start({
      message: {
        type: "delivery",
        async run({ subject }) {
          done.push(subject);
          await schema.alterTable("job").renameTo("elsewhere").execute();
        },
      },
    });
    await expect.poll(() => log.join("")).toContain("jobs cannot be read");
    await schema.alterTable("elsewhere").renameTo("job").execute();
    /** The log may tell of a look that failed. The removal fails a moment later then, and delays the next look. */
    async function waiting() {
      pass(2 * MINUTE_MS);
      jobs.wake();
      return database.kysely.selectFrom("job").select("id").execute();
    }
    await expect.poll(waiting).toEqual([]);
    expect(done).toEqual(["culte"]);
  });
});

test("a process on PostgreSQL does what another one has added, without being woken", async () => {
  const { start, add, openAnother } = await jobsForThisTest("postgres");
  const done: string[] = [];
  start({ message: notingIn(done) }, await openAnother());
  await add({ subject: "first" });
  await expect.poll(() => done).toEqual(["first"]);
  await add({ subject: "second" });
  await expect.poll(() => done).toEqual(["first", "second"]);
});
