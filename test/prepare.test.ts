import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "./support/process/temporary-project.ts";

let project: TemporaryProject;

beforeEach(() => {
  project = new TemporaryProject();
});
afterEach(() => {
  project.delete();
});

const INSTALLING = /^Installing the packages of package-lock.json \((.+)\), about half a minute…$/m;
const BUILDING = "Building the page and the server, a few seconds…";

async function whyItInstalls(): Promise<string | undefined> {
  const { code, stdout } = await project.prepare();
  expect(code).toBe(0);
  return INSTALLING.exec(stdout)?.[1];
}

test("a fresh clone is installed and built, each said in one line, and the second time nothing is done or said", async () => {
  const first = await project.prepare();
  expect(first).toEqual({
    code: 0,
    stdout: `Installing the packages of package-lock.json (not installed yet), about half a minute…\n${BUILDING}\n`,
    stderr: "",
  });
  expect(project.calls("npm")).toEqual(["ci --include=dev --no-audit --no-fund"]);
  expect(project.calls("build")).toHaveLength(1);

  expect(await project.prepare()).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(project.calls("npm")).toHaveLength(1);
  expect(project.calls("build")).toHaveLength(1);
});

test("an install that does not match what is wanted is repaired, for the reason that is said", async () => {
  await project.prepare();
  project.lock({ hono: "2.0.0" });
  expect(await whyItInstalls()).toBe("hono has changed");
  project.lock({ hono: "2.0.0", zod: "1.0.0" });
  expect(await whyItInstalls()).toBe("zod is missing");
  project.lock({ hono: "2.0.0" });
  expect(await whyItInstalls()).toBe("zod is no longer wanted");
  project.remove("node_modules/hono/package.json");
  expect(await whyItInstalls()).toBe("hono is damaged");
  project.remove("node_modules/.package-lock.json");
  expect(await whyItInstalls()).toBe("not installed yet");
  project.remove("node_modules/.bin/node");
  expect(await whyItInstalls()).toBe(`Node ${process.version.slice(1)} is missing`);
  project.write("node_modules/better-sqlite3/index.js", `throw new Error("built for another Node")`);
  expect(await whyItInstalls()).toBe("better-sqlite3 does not load: Error: built for another Node");
  expect(await whyItInstalls()).toBeUndefined();
});

test("a change of a source builds again and installs nothing; a change of a test does neither", async () => {
  await project.prepare();
  project.write("src/main.ts", "export const changed = true;");
  expect((await project.prepare()).stdout).toBe(`${BUILDING}\n`);
  project.write("src/client/new.ts", "");
  expect((await project.prepare()).stdout).toBe(`${BUILDING}\n`);
  project.remove("src/client/new.ts");
  expect((await project.prepare()).stdout).toBe(`${BUILDING}\n`);
  project.write("src/main.test.ts", "export {};");
  expect((await project.prepare()).stdout).toBe("");
});

test("an output that is gone, or a build that did not end, is built again", async () => {
  await project.prepare();
  project.remove("dist/server/main.js");
  expect((await project.prepare()).stdout).toBe(`${BUILDING}\n`);
  project.remove("dist/stamp");
  expect((await project.prepare()).stdout).toBe(`${BUILDING}\n`);
});

test("a failed install shows what npm said, and nothing runs after it", async () => {
  const { code, stderr } = await project.prepare({ NPM_FAILS: "1" });
  expect(code).toBe(1);
  expect(stderr).toContain("npm talks a lot");
  expect(stderr).toContain("failed (exit code 1)");
  expect(project.calls("build")).toEqual([]);
});

test("of three at once, one installs and builds, the others wait for it", async () => {
  const outcomes = await Promise.all([project.prepare(), project.prepare(), project.prepare()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(project.calls("npm")).toHaveLength(1);
  expect(project.calls("build")).toHaveLength(1);
  expect(outcomes.filter(({ stdout }) => stdout.startsWith("Waiting for another Diapason"))).toHaveLength(2);
});

test("a lock whose holder died is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  project.write("dist/preparing", String(pid));
  expect((await project.prepare()).code).toBe(0);
  expect(project.calls("npm")).toHaveLength(1);
});
