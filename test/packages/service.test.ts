import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { builtRelease } from "../support/packages/release.ts";
import { UNIT, unitSettings } from "../support/packages/unit-settings.ts";
import { startDiapason } from "../support/process/start-diapason.ts";

const run = promisify(execFile);

test("systemd scores the service below 2.0", async () => {
  const { stdout } = await run("systemd-analyze", ["security", "--offline=true", "--no-pager", UNIT]);
  const [, score] = /Overall exposure level for diapason\.service: (\d+\.\d)/.exec(stdout) ?? [];
  expect(Number(score)).toBeLessThan(2);
});

test("the service has nine seconds to stop, starts again after a failure, and has limited memory", () => {
  expect(Number(unitSettings("TimeoutStopSec"))).toBeGreaterThan(9);
  expect(unitSettings("Restart")).toEqual(["on-failure"]);
  expect(unitSettings("MemoryMax").join("")).toMatch(/^\d+M$/);
});

/** The members of systemd's named sets of system calls. A member may be a set. */
async function callSets(): Promise<Map<string, string[]>> {
  const { stdout } = await run("systemd-analyze", ["syscall-filter", "--no-pager"]);
  const sets = new Map<string, string[]>();
  let members: string[] = [];
  for (const line of stdout.split("\n")) {
    if (line.startsWith("@")) sets.set(line, (members = []));
    else if (/^ +[^ #]/.test(line)) members.push(line.trim());
  }
  return sets;
}

/** The system calls that the unit allows. systemd always allows `@default`. */
async function allowedCalls(): Promise<ReadonlySet<string>> {
  const sets = await callSets();
  const callsOf = (name: string): string[] => sets.get(name)?.flatMap(callsOf) ?? [name];
  const filters = unitSettings("SystemCallFilter");
  const [forbidden = [], allowed = []] = [true, false].map((isForbidden) =>
    filters
      .filter((filter) => filter.startsWith("~") === isForbidden)
      .flatMap((filter) => filter.replace("~", "").split(" ")),
  );
  const calls = new Set(allowed.flatMap(callsOf));
  for (const call of forbidden.flatMap(callsOf)) calls.delete(call);
  return new Set([...calls, ...callsOf("@default")]);
}

test("the service may make every system call that the server makes, its pages and passwords included", async () => {
  const { folder } = await builtRelease("x64");
  const traces = mkdtempSync(join(tmpdir(), "diapason-traces-"));
  onTestFinished(() => rmSync(traces, { recursive: true }));
  const trace = join(traces, "trace");
  const strace = ["strace", "-D", "--follow-forks", "--quiet=all", `--output=${trace}`];
  const server = await startDiapason({}, [...strace, join(folder, "bin/diapason"), "start"]);
  const person = { email: "marie@example.org", password: "un-mot-de-passe", firstName: "Marie", lastName: "Petit" };
  const { status } = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ ...person, positions: ["Voix"] }),
  });
  expect(status).toBe(201);
  expect(await server.stop()).toBe(0);
  const made = new Set([...readFileSync(trace, "utf8").matchAll(/^\d+ +([a-z]\w+)\(/gm)].map(([, name = ""]) => name));
  expect(made.size).toBeGreaterThan(50);
  const allowed = await allowedCalls();
  // SQLite calls fchown when it runs as root, as this test does and the service does not.
  expect([...made].filter((name) => !allowed.has(name) && name !== "fchown")).toEqual([]);
});
