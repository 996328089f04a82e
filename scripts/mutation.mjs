#!/usr/bin/env node
/**
 * `npm run mutation [-- src/domain/PART]`: mutates src/domain with StrykerJS, and counts the mutants that its tests
 * detect. PART is a folder or a file. Fails when they detect less than 90 %. docs/decisions/0012-mutation-testing.md
 * explains the rest.
 *
 * Stryker is not a dependency of the project, because every install would download its 209 packages. This script installs
 * it into a temporary folder, with the tools of the tests and a copy of the domain.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STRYKER = "10.1.1";
/** Required percentage of detected mutants. */
const LEAST_DETECTED = 90;

/** Tests of the domain outside of it: a pasted list is read by the page's parser of CSV, then by `domain/people/list`. */
const LIST_TESTS = "src/client/features/add-people";

/** What all tests of the domain import. */
const COPIED = ["src/domain", LIST_TESTS, "src/text", "src/contract", "test/support/planning/shuffled-question.ts"];

/** What is mutated: the folder or file that the command names, or the whole domain. */
const [PART = "src/domain"] = process.argv.slice(2);

const STRYKER_SETTINGS = {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [PART.endsWith(".ts") ? PART : `${PART}/**/*.ts`, "!src/domain/**/*.test.ts"],
  // Stryker rewrites tsconfig files with the TypeScript compiler API, which version 7 no longer has. This file does not exist.
  tsconfigFile: "none.json",
  concurrency: 2,
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  thresholds: { high: LEAST_DETECTED, low: LEAST_DETECTED, break: LEAST_DETECTED },
};

const VITEST_SETTINGS = `export default { test: { include: ["src/domain/**/*.test.ts", "${LIST_TESTS}/*.test.ts"] } };`;

/**
 * @param {string} folder
 * @param {string} command
 * @param {string[]} args
 */
function run(folder, command, ...args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

/** @param {string} folder */
function prepare(folder) {
  const {
    type,
    imports,
    dependencies: own,
    devDependencies,
  } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const dependencies = {
    "@stryker-mutator/core": STRYKER,
    "@stryker-mutator/vitest-runner": STRYKER,
    "fast-check": devDependencies["fast-check"],
    papaparse: own.papaparse,
    vite: devDependencies.vite,
    vitest: devDependencies.vitest,
  };
  for (const part of COPIED) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type, imports, private: true, dependencies }));
  writeFileSync(join(folder, "stryker.config.json"), JSON.stringify(STRYKER_SETTINGS));
  writeFileSync(join(folder, "vitest.config.mjs"), VITEST_SETTINGS);
  const npm = process.env["npm_execpath"];
  const install = ["install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
  if (npm) run(folder, process.execPath, npm, ...install);
  else run(folder, "npm", ...install);
}

const folder = mkdtempSync(join(tmpdir(), "diapason-mutation-"));
try {
  prepare(folder);
  run(folder, process.execPath, "node_modules/@stryker-mutator/core/bin/stryker.js", "run");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
