#!/usr/bin/env node
/**
 * `npm test`: types, lint, build, unit, server and process tests, the domain's coverage, browser tests. Every step runs
 * whatever the ones before said; the last line counts, and the exit code is 1 when anything failed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser, ensureStrace } from "./find-program.mjs";

/** @typedef {{ passed: number, failed: number }} Count */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "diapason-test-"));

/**
 * Runs a script of package.json with the npm that runs us; its output goes straight to the terminal.
 * @param {string} script
 */
function runScript(script) {
  const npm = process.env["npm_execpath"];
  const words = ["run", "--silent", script];
  return npm ? run(process.execPath, [npm, ...words]) : run("npm", words);
}

/**
 * @param {string} command
 * @param {string[]} words its arguments
 * @param {Record<string, string>} environment on top of ours
 */
function run(command, words, environment = {}) {
  const options = { cwd: ROOT, env: { ...process.env, ...environment } };
  return spawnSync(command, words, { ...options, stdio: "inherit" }).status === 0;
}

/**
 * A step that is right or wrong as a whole.
 * @param {boolean} isRight
 * @returns {Count}
 */
function one(isRight) {
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @returns {Count} */
function unitTests() {
  const hasStrace = succeeds(ensureStrace);
  const file = join(reports, "vitest.json");
  const words = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
  const isRight = run(process.execPath, [...words, `--outputFile.json=${file}`]);
  const report = JSON.parse(readFileSync(file, "utf8"));
  return counted(report.numPassedTests, report.numFailedTests, isRight && hasStrace);
}

/** Whether the domain's own tests run all of it: the thresholds are in vitest.config.ts. */
function isDomainCovered() {
  return run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project=unit", "--coverage", "src/domain"]);
}

/** @returns {Count} */
function browserTests() {
  ensureBrowser();
  const file = join(reports, "playwright.json");
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  const isRight = run(process.execPath, words, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { expected, flaky, unexpected } = JSON.parse(readFileSync(file, "utf8")).stats;
  return counted(expected + flaky, unexpected, isRight);
}

/**
 * Whether it did not throw; what it threw is said.
 * @param {() => void} action
 */
function succeeds(action) {
  try {
    action();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/**
 * A run can fail without a failed test: a file that does not load, an error nobody caught.
 * @param {number} passed
 * @param {number} failed
 * @param {boolean} isRight
 */
function counted(passed, failed, isRight) {
  return { passed, failed: failed === 0 && !isRight ? 1 : failed };
}

/** @type {[string, () => Count][]} */
const STEPS = [
  ["types", () => one(runScript("types"))],
  ["lint", () => one(runScript("lint"))],
  ["build", () => one(run(process.execPath, ["scripts/prepare.mjs"]))],
  ["unit, server and process tests", unitTests],
  ["coverage of the domain", () => one(isDomainCovered())],
  ["browser tests", browserTests],
];

const total = { passed: 0, failed: 0 };
const failedSteps = [];
for (const [title, step] of STEPS) {
  console.log(`\n── ${title}`);
  let count = one(false);
  succeeds(() => {
    count = step();
  });
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) failedSteps.push(title);
}
rmSync(reports, { recursive: true, force: true });
console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join("; ")}` : "\nAll is well");
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
