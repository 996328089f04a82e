#!/usr/bin/env node
/**
 * Before anything runs: installs what the lock file asks for and is not there, builds what is stale, says each in one
 * line. Plain JavaScript without a dependency, because on a fresh clone nothing is there yet but some Node and npm.
 *
 * It is not the parent of what runs next: npm's scripts go on with `exec node …`, so that a signal to npm or to its
 * shell reaches the server itself.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { installProblem, nodeOf } from "./installed.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LOCK_FILE = `${ROOT}dist/preparing`;
const wantsBuild = !process.argv.includes("--install-only");
/** `npm run build`: builds whatever the stamp says, and shows what came out. */
const wantsRebuild = process.argv.includes("--rebuild");

async function prepare() {
  if (isReady()) return;
  await oneAtATime(
    LOCK_FILE,
    () => console.log("Waiting for another Diapason that is installing or building here…"),
    async () => {
      await install();
      if (wantsRebuild || (wantsBuild && !isBuilt(ROOT))) await build();
    },
  );
}

function isReady() {
  return !wantsRebuild && installProblem(ROOT) === null && (!wantsBuild || isBuilt(ROOT));
}

async function install() {
  const problem = installProblem(ROOT);
  if (problem === null) return;
  console.log(`Installing the packages of package-lock.json (${problem}), about half a minute…`);
  const npm = process.env["npm_execpath"];
  const words = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  await (npm ? run(process.execPath, [npm, ...words]) : run("npm", words));
  const remaining = installProblem(ROOT);
  if (remaining !== null) throw new Error(`npm ci ended well, but: ${remaining}`);
}

async function build() {
  console.log("Building the page and the server, a few seconds…");
  const output = await run(nodeOf(ROOT), ["scripts/build.mjs"]);
  if (wantsRebuild) process.stdout.write(output);
}

/**
 * Runs a command quietly: what it says is shown only when it fails. When npm is told to stop, its shell goes and we
 * are left behind, so we look whether our parent is still the same.
 * @param {string} command
 * @param {string[]} words its arguments
 * @returns {Promise<Buffer>} all that it said
 */
function run(command, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) child.kill();
    }, 500);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      const said = Buffer.concat(output);
      if (code === 0) return resolve(said);
      process.stderr.write(said);
      reject(new Error(`${command} ${words.join(" ")} failed (${signal ?? `exit code ${code}`})`));
    });
  });
}

try {
  await prepare();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
