import { readFile } from "node:fs/promises";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { runCommand } from "#test/support/server/test-process.ts";
import { createClient, MARIE, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { openDatabase } from "../open-database.ts";
import { makeDurable } from "./sqlite.ts";

const CALLS = "trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync";

/** Whether a line of the trace is a certain system call on a certain file or socket. */
type Step = (line: string) => boolean;
const writesLog: Step = (line) => /pwrite64\(.*-wal>/.test(line);
const syncsLog: Step = (line) => /(fsync|fdatasync)\(.*-wal>/.test(line);
const answers: Step = (line) => /"HTTP\/1\.1 201 Created/.test(line);

/** The server's system calls during a registration, in order. */
async function traceRegistration(settings: Record<string, string>): Promise<string[]> {
  const environment = await newEnvironment("sqlite");
  const traceFile = join(environment["DATA_DIR"] ?? "", "../trace");
  const main = join(import.meta.dirname, "../../../../test/support/server/test-main.ts");
  const command = ["strace", "-f", "-y", "-s", "64", "-e", CALLS, "-o", traceFile, process.execPath, main];
  const server = runCommand(command, { ...environment, ...settings });
  const url = await server.ready();
  // A call that writes nothing, so that all later writes in the trace belong to the registration.
  await createClient(url).get("/api/config");
  expect((await createClient(url).post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
  // The signal goes to the server. strace ends with it.
  process.kill(Number(await childOf(server.child.pid)), "SIGTERM");
  expect(await server.end()).toBe(0);
  const lines = (await readFile(traceFile, "utf8")).split("\n");
  await removeData(environment);
  return lines;
}

async function childOf(pid: number | undefined): Promise<string> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim();
}

/** Whether the log was synced between its last write and the first byte of the response. */
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
  // A database in memory never has a write-ahead log, like a file system that does not support one.
  const file = new SqliteFile(":memory:");
  expect(() => makeDurable(file)).toThrow("write-ahead log, full synchronisation or foreign keys refused");
  file.close();
});

test("a PostgreSQL that does not wait for its disk is spoken of at each start", async () => {
  // The PostgreSQL of the tests runs with `fsync=off`.
  const server = await serverForThisTest("postgres");
  const lines = server.log.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.find(({ msg }) => msg === "a power cut may take what this database acknowledged")).toMatchObject({
    level: 40,
    weakSettings: ["fsync=off"],
  });
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
