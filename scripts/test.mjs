#!/usr/bin/env node
/**
 * `npm test`: before each push. Outside programs, build, types, lint, tests of the domain with its coverage, unit, server
 * and process tests but the long ones (vitest.config.ts), and in Chromium the files of `BEFORE_A_PUSH`. It takes about
 * seven minutes on two cores.
 *
 * `--all` takes the long ones too and every browser test, in all three engines, and adds a minute of load. `--packages`
 * adds the tests of what is installed on a server; they need root and a Debian. Continuous integration uses both.
 *
 * Every step runs, even after a failed one. The last lines name the slowest files and the tests that failed, and count
 * the results. The exit code is 1 if anything failed.
 *
 * The unit, server and process tests run in parallel with the other steps, because they often wait for disks, sockets
 * and processes. The minute of load runs in parallel, too; it waits nearly all of its time. The output of parallel steps
 * is shown at their end. The packages come last, alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  failedBrowserTests,
  failedTests,
  timesOfBrowserFiles,
  timesOfFiles,
  timesOfProjects,
} from "./failed-tests.mjs";
import { ensureBrowser, ensureEngines, ensurePackagePrograms, ensureStrace } from "./find-program.mjs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} [names] the failed tests, and those that passed only on their second try
 * @property {ReadonlyMap<string, number>} [times] the seconds of each file
 */

const FLAG = { type: /** @type {const} */ ("boolean"), default: false };
const { all, packages } = parseArgs({ options: { all: FLAG, packages: FLAG } }).values;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "diapason-test-"));

/**
 * Runs a script of package.json with the npm that runs this script.
 * @param {string} script
 */
function runScript(script) {
  const npm = process.env["npm_execpath"];
  const args = ["run", "--silent", script];
  return npm ? run(process.execPath, [npm, ...args]) : run("npm", args);
}

/**
 * Runs a program with its output on the terminal. Returns whether it succeeded.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} environment on top of ours
 */
async function run(command, args, environment = {}) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...environment }, stdio: "inherit" });
  const [code] = await once(child, "close");
  return code === 0;
}

/**
 * Runs a program. Returns whether it succeeded, and its output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} environment on top of ours
 */
async function runQuietly(command, args, environment = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { hasPassed: code === 0, output };
}

/**
 * The count of a step without single tests, such as the build.
 * @param {boolean} hasPassed
 * @returns {Count}
 */
function countOfOne(hasPassed) {
  return hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * One line that names a missing program, or null. It is printed at once, minutes before the tests that need the program
 * fail, and again at the end.
 * @param {() => void} ensure
 */
function findProblem(ensure) {
  try {
    ensure();
    return null;
  } catch (error) {
    const problem = messageOf(error);
    console.error(problem);
    return problem;
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} title
 * @param {string[]} choice of the projects of vitest.config.ts
 * @param {string | null} problem why these tests cannot all pass
 * @returns {Promise<Count>}
 */
async function vitest(title, choice, problem) {
  const file = join(mkdtempSync(join(reports, "vitest-")), "report.json");
  const args = ["node_modules/vitest/vitest.mjs", "run", ...choice];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const environment = all ? {} : { WITHOUT_LONG_TESTS: "1" };
  const { hasPassed, output } = await runQuietly(process.execPath, [...args, ...reporters], environment);
  console.log(`\n── ${title}\n${output}`);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const count = countOf(report.numPassedTests, report.numFailedTests, hasPassed && problem === null);
  return { ...count, names: failedTests(report, ROOT), times: timesOfFiles(report, ROOT) };
}

const unitTests = () =>
  vitest(`${UNIT_TESTS}, run beside`, ["--project=!packages", "--project=!domain"], straceProblem);
/** Every line and branch of the domain has to run. The thresholds are in vitest.config.ts. */
const domainTests = () => vitest(DOMAIN_TESTS, ["--project=domain", "--coverage"], null);
const packageTests = () => vitest(PACKAGE_TESTS, ["--project=packages"], packagesProblem);

/**
 * `npm run soak -- load` for a minute, slowly. The heap of a server that has just started grows by 4 to 11 % on a busy
 * machine, so more growth is allowed than in half an hour.
 * @returns {Promise<Count>}
 */
async function minuteOfLoad() {
  const args = ["soak/main.ts", "load", "--minutes", "1", "--rate", "4", "--growth", "25"];
  const { hasPassed, output } = await runQuietly(process.execPath, args);
  console.log(`\n── ${LOAD}, run beside\n${output}`);
  return countOfOne(hasPassed);
}

/**
 * The browser tests of `npm test`: the sentences of the specification, a team's whole story, the screens that a team uses
 * each week, who may see and do what, and how much is sent.
 */
const BEFORE_A_PUSH = [
  "accessibility",
  "answer-link",
  "dashboard",
  "event",
  "groups",
  "hostile-input",
  "line-up",
  "main-story",
  "phone/answers-in-a-row",
  "phone/month-in-the-hand",
  "rights",
  "session",
  "sharing",
  "specification",
  "users",
  "visit",
];

/** @returns {Promise<Count>} */
async function browserTests() {
  if (browserProblem !== null) return countOfOne(false);
  const file = join(reports, "playwright.json");
  const files = all ? [] : BEFORE_A_PUSH.map((name) => `e2e/${name}.spec.ts`);
  // Playwright silently ignores a file that does not exist.
  const gone = files.find((path) => !existsSync(join(ROOT, path)));
  if (gone !== undefined) throw new Error(`${gone} does not exist`);
  const few = all ? [] : ["--project=chromium", ...files];
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...few];
  const hasPassed = await run(process.execPath, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const [project, seconds] of timesOfProjects(report)) console.log(`${project}: ${seconds.toFixed(0)} s`);
  const { expected, flaky, unexpected } = report.stats;
  return {
    ...countOf(expected + flaky, unexpected, hasPassed && enginesProblem === null),
    names: failedBrowserTests(report),
    times: timesOfBrowserFiles(report),
  };
}

/**
 * Whether `action` did not throw; prints the error otherwise.
 * @param {() => unknown} action
 */
async function succeeds(action) {
  try {
    await action();
    return true;
  } catch (error) {
    console.error(messageOf(error));
    return false;
  }
}

/**
 * Counts at least one failure if the run failed: a file that does not load has no failed test.
 * @param {number} passed
 * @param {number} failed
 * @param {boolean} hasPassed
 */
function countOf(passed, failed, hasPassed) {
  return { passed, failed: failed === 0 && !hasPassed ? 1 : failed };
}

/** @typedef {{ title: string, execute: () => Promise<Count> }} Step */

const UNIT_TESTS = "unit, server and process tests";
const DOMAIN_TESTS = "tests of the domain, with its coverage";
const LOAD = "a minute of load";
const PACKAGE_TESTS = "packages";
/** @type {Step} */
const BUILD = { title: "build", execute: async () => countOfOne(await run(process.execPath, ["scripts/prepare.mjs"])) };
/** Run one after the other. @type {Step[]} */
const SEQUENTIAL = [
  { title: "types", execute: async () => countOfOne(await runScript("types")) },
  { title: "lint", execute: async () => countOfOne(await runScript("lint")) },
  { title: DOMAIN_TESTS, execute: domainTests },
  { title: "browser tests", execute: browserTests },
];
/** Run at the same time as `SEQUENTIAL`. @type {Step[]} */
const PARALLEL = [{ title: UNIT_TESTS, execute: unitTests }, ...(all ? [{ title: LOAD, execute: minuteOfLoad }] : [])];

/** @type {Step[]} */
const LAST = packages ? [{ title: PACKAGE_TESTS, execute: packageTests }] : [];

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failedSteps = [];
/** @type {string[]} */
const failedNames = [];
const SLOWEST = 10;
/** @type {[string, number][]} */
const times = [];

/** @param {Step} step */
async function record({ title, execute }) {
  let count = countOfOne(false);
  await succeeds(async () => {
    count = await execute();
  });
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) failedSteps.push(title);
  failedNames.push(...(count.names ?? []));
  times.push(...(count.times ?? []));
}

/** @param {readonly Step[]} steps one after the other */
async function recordAll(steps) {
  for (const step of steps) {
    console.log(`\n── ${step.title}`);
    await record(step);
  }
}

console.log("── programs");
const browserProblem = findProblem(ensureBrowser);
const enginesProblem = all ? findProblem(ensureEngines) : null;
const straceProblem = findProblem(ensureStrace);
const packagesProblem = packages ? findProblem(ensurePackagePrograms) : null;
console.log(`\n── ${BUILD.title}`);
await record(BUILD);
await Promise.all([recordAll(SEQUENTIAL), ...PARALLEL.map(record)]);
await recordAll(LAST);
rmSync(reports, { recursive: true, force: true });
const slowest = times.toSorted(([, first], [, second]) => second - first).slice(0, SLOWEST);
console.log(
  ["\nThe slowest files:", ...slowest.map(([file, seconds]) => `${seconds.toFixed(0)} s ${file}`)].join("\n"),
);
for (const name of failedNames) console.log(name);
for (const problem of [browserProblem, enginesProblem, straceProblem, packagesProblem])
  if (problem) console.log(`\n${problem}`);
console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join("; ")}` : "\nAll is well");
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
