import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { freePort } from "#test/support/postgres/free-port.ts";
import { jobsForThisTest } from "#test/support/server/test-jobs.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { follow } from "#test/support/server/test-live.ts";
import { figureIn, figuresIn, METRICS_TOKEN, scrape, scrapeText } from "#test/support/server/test-metrics.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { createClient, ENGINES, newEnvironment, register, removeData } from "#test/support/server/test-server.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import { readJobFigures, readMailFigures } from "./read-job-figures.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;
const UUID = "7c0ee7e8-3c1a-4f57-9d0c-3f6a0a4d5b11";

function minutesAgo(minutes: number): Date {
  return new Date(NOW.getTime() - minutes * MINUTE_MS);
}

describe("who may read the figures", () => {
  const server = serverForAllTests("sqlite", { settings: { METRICS_TOKEN } });

  test("is whoever shows the token; any other one, or none, is refused in the same words", async () => {
    const answer = await scrape(server);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const wrong = [undefined, "", "Bearer", METRICS_TOKEN, `Basic ${METRICS_TOKEN}`, `Bearer ${METRICS_TOKEN}x`];
    for (const authorization of [...wrong, `Bearer ${METRICS_TOKEN.slice(1)}`, `Bearer ${METRICS_TOKEN} x`]) {
      const refused = await server.client().get("/metrics", authorization === undefined ? {} : { authorization });
      expectProblem(refused, 401, "metrics.token_invalid");
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
      expect(refused.text).not.toContain("diapason_");
    }
    expect(server.log.join("")).not.toContain(METRICS_TOKEN);
  });

  test("nobody, where no token is set: there is no such address", async () => {
    const without = await serverForThisTest("sqlite");
    expectProblem(await scrape(without), 404, "request.not_found");
  });

  test("a program on this machine, by its local address, of a server with a public name; not through a proxy", async () => {
    const environment = await newEnvironment("sqlite");
    const port = String(await freePort());
    const settings = { METRICS_TOKEN, PORT: port, BASE_URL: "https://planning.example.org" };
    const running = runScript("main.ts", { ...environment, ...settings });
    await running.ready();
    const client = createClient(`http://127.0.0.1:${port}`);
    expect((await scrape({ client: () => client })).status).toBe(200);
    expectProblem(await client.get("/metrics"), 401, "metrics.token_invalid");
    expectProblem(await client.get("/metrics", { "x-forwarded-for": "192.0.2.1" }), 421, "request.host_refused");
    running.child.kill("SIGTERM");
    expect(await running.end()).toBe(0);
    await removeData(environment);
  });
});

describe.each(ENGINES)("the figures on %s", (engine) => {
  test("count requests by the route's pattern: no id, no token, and no more routes than there are", async () => {
    const server = await serverForThisTest(engine, { settings: { METRICS_TOKEN, SHARING: "on" } });
    const { user, ...client } = await register(server);
    for (const path of [
      `/api/events/${UUID}`,
      "/api/events/other",
      `/calendar/${UUID}.ics`,
      `/secret-${UUID}`,
      `/assets/${UUID}.js`,
    ]) {
      await client.get(path);
    }
    for (const method of ["PROPFIND", "PURGE", "LOCK"]) await client.send(method, `/api/${UUID}`);
    await client.send("DELETE", "/api/config");
    const text = await scrapeText(server);
    expect(text).not.toMatch(new RegExp(`${UUID}|${user.id}|secret-|PROPFIND`));
    const counted = (labels: string) => figureIn(text, `diapason_http_requests_total{${labels}}`);
    expect(counted('method="GET",route="/api/events/:id",status="404"')).toBe(2);
    expect(counted('method="GET",route="/calendar/*",status="404"')).toBe(1);
    expect(counted('method="GET",route="/*",status="503"')).toBe(1);
    expect(counted('method="GET",route="/assets/*",status="503"')).toBe(1);
    expect(counted('method="other",route="/api/*",status="404"')).toBe(3);
    expect(counted('method="DELETE",route="/api/config",status="405"')).toBe(1);
    const duration = 'diapason_http_request_duration_seconds_count{method="GET",route="/api/events/:id"}';
    expect(figureIn(text, duration)).toBe(2);
    expect(figureIn(text, "diapason_http_requests_in_flight")).toBe(1);
  });

  test("know the open streams, the version, and this process", async () => {
    const server = await serverForThisTest(engine, { settings: { METRICS_TOKEN, SHARING: "on" } });
    const client = await register(server);
    const streams = [await follow(server, client), await follow(server, client)];
    const live = async () => figureIn(await scrapeText(server), "diapason_live_connections");
    expect(await live()).toBe(2);
    streams[0]?.leave();
    await expect.poll(live).toBe(1);
    const text = await scrapeText(server);
    expect(figureIn(text, `diapason_build_info{version="1.2.3",database="${engine}"}`)).toBe(1);
    for (const name of ["nodejs_heap_size_used_bytes", "nodejs_eventloop_lag_p99_seconds", "process_cpu_seconds_total"])
      expect(figureIn(text, name)).toBeGreaterThan(0);
    expect(text).toContain("nodejs_gc_duration_seconds");
  });

  test("know the mails that wait", async () => {
    const server = await serverForThisTest(engine, { settings: { METRICS_TOKEN }, clock: () => NOW });
    const { database } = server;
    // One failed and waits for its next try, the other one is not to leave before tomorrow.
    const waiting = { kind: "message" as const, expiresAt: minutesAgo(-9999) };
    await database.kysely.transaction().execute((kysely) =>
      addJobs(
        { engine, kysely },
        [
          { ...waiting, subject: "failed", dueAt: minutesAgo(-9) },
          { ...waiting, subject: "tomorrow", dueAt: minutesAgo(-999) },
        ],
        minutesAgo(30),
      ),
    );
    await database.kysely
      .updateTable("job")
      .set({ tries: 3, last_error: '{"reason":"ESOCKET"}' })
      .where("subject", "=", "failed")
      .execute();
    const text = await scrapeText(server);
    expect(figuresIn(text, /^diapason_(?:mails|jobs)_/)).toEqual({
      diapason_mails_waiting: 2,
      diapason_mails_failed: 1,
      diapason_mails_oldest_age_seconds: 30 * 60,
      diapason_jobs_due: 0,
      diapason_jobs_oldest_overdue_seconds: 0,
    });
  });

  test("know since when jobs are due that no process takes", async () => {
    const { database, add } = await jobsForThisTest(engine);
    await add(
      { subject: "first", dueAt: minutesAgo(20) },
      { subject: "second", dueAt: minutesAgo(5) },
      { subject: "tomorrow", dueAt: minutesAgo(-999) },
    );
    expect(await readJobFigures(database, NOW)).toEqual({ due: 2, dueSince: minutesAgo(20) });
  });

  test("know the database's size, and the age of its newest backup", async () => {
    const server = await serverForThisTest(engine, { settings: { METRICS_TOKEN }, clock: () => NOW });
    const size = figureIn(await scrapeText(server), "diapason_database_size_bytes");
    expect(size).toBe(await server.database.readSize());
    expect(size).toBeGreaterThan(100_000);
    const age = async () => figureIn(await scrapeText(server), "diapason_backup_age_seconds");
    // PostgreSQL has its own tools, which leave no file here.
    expect(await age()).toBe(engine === "sqlite" ? Number.POSITIVE_INFINITY : undefined);
    const folder = join(server.environment["DATA_DIR"] ?? "", "backups");
    await mkdir(folder, { recursive: true });
    for (const name of [
      "automatic-2026-11-18T12-00-00Z",
      "backup-2026-11-19T12-00-00Z",
      "before-restore-2026-11-20T12-00-00Z",
    ])
      await writeFile(join(folder, `${name}.jsonl.gz`), "");
    expect(await age()).toBe(24 * 60 * 60);
  });

  test("of a database that is away are missing; the others are told all the same", async () => {
    const server = await serverForThisTest(engine, { settings: { METRICS_TOKEN } });
    expect(figureIn(await scrapeText(server), "diapason_database_up")).toBe(1);
    await server.database.close();
    const [text, again] = await Promise.all([scrapeText(server), scrapeText(server)]);
    for (const each of [text, again]) {
      expect(figureIn(each, "diapason_database_up")).toBe(0);
      expect(figuresIn(each, /^diapason_(?:mails|jobs|database_size)/)).toEqual({});
      expect(figureIn(each, "diapason_http_requests_in_flight")).toBeGreaterThan(0);
      expect(figureIn(each, "process_resident_memory_bytes")).toBeGreaterThan(0);
    }
  });

  test("are read by an index, and no further than to the ten thousandth job", async () => {
    const { database } = await serverForThisTest(engine);
    const execute = vi.spyOn(database.kysely.getExecutor(), "executeQuery");
    await readMailFigures(database, NOW);
    await readJobFigures(database, NOW);
    const queries = execute.mock.calls.map(([query]) => query).filter(({ sql }) => sql.includes("from (select"));
    execute.mockRestore();
    expect(queries).toHaveLength(2);
    for (const { sql, parameters } of queries) {
      expect(parameters).toContain(10_000);
      const plan = await database.kysely.transaction().execute(async (transaction) => {
        if (engine === "postgres") await transaction.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
        const explain = engine === "postgres" ? "explain" : "explain query plan";
        return JSON.stringify(
          (await transaction.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))).rows,
        );
      });
      expect(plan).toMatch(engine === "sqlite" ? /SEARCH job USING/ : /Index (?:Only )?Scan/);
      expect(plan).not.toMatch(/Seq Scan|SCAN job/);
    }
  });
});
