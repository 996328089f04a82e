#!/usr/bin/env node
/**
 * `npm run check`: the checks before a commit: types, lint, format, dead code, unit tests and house rules. All steps run
 * at once. Only failed steps show their output. Types, format and dead code keep their results for unchanged files in
 * node_modules/.cache. `npm test` runs everything.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const VITEST = "node_modules/vitest/vitest.mjs";

/** By title, the arguments of `node`. @type {Readonly<Record<string, readonly string[]>>} */
const STEPS = {
  types: ["--run", "types"],
  rules: ["--run", "rules"],
  format: ["--run", "format-check"],
  "dead code": ["--run", "dead-code"],
  "unit tests, house rules": [
    VITEST,
    "run",
    "--project=unit",
    "--project=domain",
    "--project=process",
    "src/",
    "test/house.test.ts",
  ],
};

/**
 * Runs a step and prints its result in one line, with its output if it failed. Returns whether it passed.
 * @param {string} title
 * @param {readonly string[]} args
 */
async function runStep(title, args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  console.log(code === 0 ? `✓ ${title}` : `✗ ${title}\n${output}`);
  return code === 0;
}

const outcomes = await Promise.all(Object.entries(STEPS).map(([title, args]) => runStep(title, args)));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
