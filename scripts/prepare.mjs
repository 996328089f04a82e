#!/usr/bin/env node
/**
 * Runs before most npm scripts: installs missing packages, and builds if the build is stale, each with one line of output.
 * It is plain JavaScript without dependencies, because a fresh clone has nothing but the system's Node and npm.
 *
 * The program that follows is not its child. The npm scripts continue with `exec node …`, so that a signal to npm or to
 * its shell reaches the server itself.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { installProblem, nodeOf } from "./installed.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LOCK_FILE = `${ROOT}dist/preparing`;
const wantsBuild = !process.argv.includes("--install-only");
/** `npm run build`: builds even if the stamp is current, and shows the result. */
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
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  await (npm ? run(process.execPath, [npm, ...args]) : run("npm", args));
  const remaining = installProblem(ROOT);
  if (remaining !== null) throw new Error(`npm ci ended well, but: ${remaining}`);
}

async function build() {
  console.log("Building the page and the server, a few seconds…");
  const output = await run(nodeOf(ROOT), ["scripts/build.mjs"]);
  if (wantsRebuild) process.stdout.write(output);
}

/**
 * Runs a command, and prints its output only when it fails. If npm is stopped, its shell exits but does not stop this
 * process: a changed parent id shows that, and the command is stopped.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Buffer>} its whole output
 */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
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
      const written = Buffer.concat(output);
      if (code === 0) return resolve(written);
      process.stderr.write(written);
      reject(new Error(`${command} ${args.join(" ")} failed (${signal ?? `exit code ${code}`})`));
    });
  });
}

try {
  await prepare();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
