import { readFile } from "node:fs/promises";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runCommand } from "../test-process.ts";
import { createClient, MARIE, newEnvironment, removeData, settingsOf, startTestServer } from "../test-server.ts";
import { openDatabase } from "./open-database.ts";
import { makeDurable } from "./sqlite.ts";

const CALLS = "trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync";

/** Whether a line of the trace does this to that file or socket. */
type Step = (line: string) => boolean;
const writesLog: Step = (line) => /pwrite64\(.*-wal>/.test(line);
const syncsLog: Step = (line) => /(fsync|fdatasync)\(.*-wal>/.test(line);
const answers: Step = (line) => /"HTTP\/1\.1 201 Created/.test(line);

/** What the server asked of the system while somebody registered, in order. */
async function traceRegistration(settings: Record<string, string>): Promise<string[]> {
  const environment = await newEnvironment("sqlite");
  const traceFile = join(environment["DATA_DIR"] ?? "", "../trace");
  const main = join(import.meta.dirname, "../test-main.ts");
  const command = ["strace", "-f", "-y", "-s", "64", "-e", CALLS, "-o", traceFile, process.execPath, main];
  const server = runCommand(command, { ...environment, ...settings });
  const url = await server.ready();
  // The answer to a call that writes nothing: what comes after it in the trace belongs to the registration.
  await createClient(url).get("/api/config");
  expect((await createClient(url).post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
  // strace passes the signal's effect on: the server ends, and so does it.
  process.kill(Number(await childOf(server.child.pid)), "SIGTERM");
  expect(await server.end()).toBe(0);
  const lines = (await readFile(traceFile, "utf8")).split("\n");
  await removeData(environment);
  return lines;
}

async function childOf(pid: number | undefined): Promise<string> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim();
}

/** Whether the log was synced after its last write before the answer's first byte. */
function isSyncedBeforeAnswer(lines: readonly string[]): boolean {
  const answered = lines.findIndex(answers);
  const lastWrite = lines.slice(0, answered).findLastIndex(writesLog);
  expect(answered).toBeGreaterThan(0);
  expect(lastWrite).toBeGreaterThan(0);
  return lines.slice(lastWrite, answered).some(syncsLog);
}

test("a write is on the disk before its answer leaves", async () => {
  expect(isSyncedBeforeAnswer(await traceRegistration({}))).toBe(true);
});

test("the check above sees a log that is not synced", async () => {
  expect(isSyncedBeforeAnswer(await traceRegistration({ SYNCHRONOUS: "normal" }))).toBe(false);
});

test("an SQLite file that does not take the log that is synced is refused", () => {
  // What SQLite keeps in memory has no log, whatever it is asked for: as on a file system that cannot have one.
  const file = new SqliteFile(":memory:");
  expect(() => makeDurable(file)).toThrow("write-ahead log, full synchronisation or foreign keys refused");
  file.close();
});

test("a PostgreSQL that does not wait for its disk is spoken of at each start", async () => {
  // As the tests' own server is.
  const environment = await newEnvironment("postgres");
  const server = await startTestServer(environment);
  const lines = server.log.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.find(({ msg }) => msg === "a power cut may take what this database acknowledged")).toMatchObject({
    level: 40,
    weakSettings: ["fsync=off"],
  });
  await server.stop();
  await removeData(environment);
});

test("PostgreSQL is asked to wait for its disk where its settings say otherwise", async () => {
  const environment = await newEnvironment("postgres");
  const before = await openDatabase(settingsOf(environment));
  const name = new URL(environment["DATABASE_URL"] ?? "").pathname.slice(1);
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(before.kysely);
  await before.close();
  const database = await openDatabase(settingsOf(environment));
  const { rows } = await sql`show synchronous_commit`.execute(database.kysely);
  expect(rows).toEqual([{ synchronous_commit: "on" }]);
  await database.close();
  await removeData(environment);
});
