import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../test-process.ts";
import { createClient, MARIE, newEnvironment, removeData } from "../test-server.ts";

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
