import { access } from "node:fs/promises";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { runScript, type TestProcess } from "#test/support/server/test-process.ts";
import {
  type Answer,
  createClient,
  MARIE,
  newEnvironment,
  removeData,
  type TestClient,
} from "#test/support/server/test-server.ts";

/** Well below the five seconds for which SQLite's own wait would block the whole process. */
const LONGEST_HOLD_MS = 1000;
/** Makes the server print, at each `SIGUSR2`, for how long its event loop was blocked since the last one. */
/** As a URL: a path with a space would end at it. */
const REPORT_HOLDS = new URL("../../../../test/support/server/report-holds.ts", import.meta.url).href;
const REPORTED = /^held for (\d+) ms$/gm;
/** The server's longest wait for a lock, and as much again for a busy machine. */
const LONGEST_ANSWER_MS = 8000;

let environment: Record<string, string>;
const processes: TestProcess[] = [];

beforeEach(async () => {
  environment = await newEnvironment("sqlite");
});
afterEach(async () => {
  await Promise.all(
    processes.splice(0).map((running) => {
      running.child.kill("SIGKILL");
      return running.end();
    }),
  );
  await removeData(environment);
});

function start(script = "main.ts", words: readonly string[] = []): TestProcess {
  const running = runScript(script, environment, words);
  processes.push(running);
  return running;
}

function dataFile(name: string): string {
  return join(environment["DATA_DIR"] ?? "", name);
}

describe("a write lock that another process holds", () => {
  let server: TestProcess;
  let client: TestClient;
  let other: SqliteFile.Database;

  beforeEach(async () => {
    environment = { ...environment, SHARING: "on", NODE_OPTIONS: `--import=${REPORT_HOLDS}` };
    server = start();
    client = createClient(await server.ready());
    expect((await client.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
    other = new SqliteFile(dataFile("diapason.sqlite"));
    other.exec("begin immediate");
  });
  afterEach(() => other.close());

  function signUp(number: number): Promise<Answer> {
    return client.post("/api/auth/sign-up/email", { ...MARIE, email: `marie-${number}@example.org` });
  }

  /** The longest block of the event loop since the last call. Unlike requests, it is not slowed by a busy machine. */
  async function longestHold(): Promise<number> {
    const reported = () => [...server.output().matchAll(REPORTED)].map(([, milliseconds]) => Number(milliseconds));
    const before = reported().length;
    server.child.kill("SIGUSR2");
    await vi.waitUntil(() => reported().length > before, { timeout: LONGEST_ANSWER_MS });
    return reported().at(-1) ?? Number.NaN;
  }

  /** Sends reads one after another while `writes` wait. */
  async function readDuring(writes: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const done = writes.finally(() => over.abort());
    while (!over.signal.aborted) expect((await client.get("/api/users")).status).toBe(200);
    await done;
  }

  test("holds no reader up; writers are told within seconds, however many they are, and write again after it", async () => {
    await longestHold();
    const from = performance.now();
    const writes = Promise.all(Array.from({ length: 12 }, (_, number) => signUp(number)));
    await readDuring(writes);
    const took = performance.now() - from;
    expect(await longestHold()).toBeLessThan(LONGEST_HOLD_MS);
    for (const answer of await writes) {
      expectProblem(answer, 503, "server.unavailable");
      expect(answer.headers["retry-after"]).toBe("5");
    }
    expect(took).toBeLessThan(LONGEST_ANSWER_MS);
    other.exec("rollback");
    expect((await signUp(1)).status).toBe(201);
  });

  test("is told of within seconds to all who change the planning, one after the other", async () => {
    const from = performance.now();
    const changes = Array.from({ length: 12 }, () => client.send("PUT", "/api/groups/1/members/me"));
    for (const answer of await Promise.all(changes)) expectProblem(answer, 503, "server.unavailable");
    expect(performance.now() - from).toBeLessThan(LONGEST_ANSWER_MS);
  });

  test("is waited for by those who write meanwhile, where it is soon let go", async () => {
    const write = signUp(1);
    // After some reads the write waits for the lock.
    for (let reads = 0; reads < 20; reads += 1) expect((await client.get("/api/health")).status).toBe(200);
    other.exec("rollback");
    expect((await write).status).toBe(201);
  });
});

describe("a second server on the same file", () => {
  const refusal = () => `DATA_DIR\u00a0: un autre Diapason utilise déjà ${environment["DATA_DIR"]}\n`;

  test("is refused in one line, and the first one goes on; commands are not", async () => {
    const first = createClient(await start().ready());
    const second = start();
    expect(await second.end()).toBe(1);
    expect(second.errors()).toBe(refusal());
    expect(second.output()).not.toContain("ready");
    expect((await first.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
    expect(await start("admin.ts", [MARIE.email]).end()).toBe(0);
    expect(await start("backup.ts").end()).toBe(0);
  });

  test("of two that start at once, one answers", async () => {
    const both = [start(), start()];
    const outcomes = await Promise.all(
      both.map((running) =>
        running.ready().then(
          () => "ready",
          () => running.errors(),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([refusal(), "ready"].toSorted());
  });

  test("takes over at once from one that was killed", async () => {
    const first = start();
    await first.ready();
    first.child.kill("SIGKILL");
    await first.end();
    await access(dataFile("server.lock"));
    const second = start();
    await second.ready();
    second.child.kill("SIGTERM");
    expect(await second.end()).toBe(0);
    await start().ready();
  });
});
