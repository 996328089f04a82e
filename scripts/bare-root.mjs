#!/usr/bin/env node
/**
 * `npm run bare-root`: runs the README's two commands on a machine that has nothing but Node and npm. It makes a Debian
 * with mmdebstrap, copies this machine's Node and npm into it, clones the last commit of this checkout, and runs
 * `npm test` and `npm start` there. The first run is as a user who may not install packages and has no browser: the tests
 * must fail with one clear line. The second run is as root below /root, which no other user may enter.
 *
 * A command after `--` runs instead, as root, in the clone. `--root FOLDER` keeps the Debian, with everything installed
 * in it, for further commands.
 *
 * The script needs root, mmdebstrap, unshare and git. It uses the registry, proxy and certificates of this machine's npm.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addNode, makeBareDebian, networkSettings, run } from "./bare-debian.mjs";
import { NO_BROWSER } from "./find-program.mjs";

/**
 * @typedef {object} Outcome result of a command in the bare root
 * @property {boolean} hasPassed
 * @property {string} output
 */

const CHECKOUT = fileURLToPath(new URL("..", import.meta.url));
const ROOT_USER = { name: "root", home: "/root" };
const VISITOR = { name: "visitor", home: "/home/visitor" };
/** A space and an accent, as in the paths of many ordinary users. */
const CLONE = "À nous/diapason";
const READY = /Diapason est prêt\s: (\S+)/;

/** Like a container: npm is the first process, no init reaps orphaned processes, and all processes end with npm. */
const ENTER = `
  root=$1 user=$2
  shift 2
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --reset-env "$@"
`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: "string" } } });
const root = values.root ?? mkdtempSync(join(tmpdir(), "diapason-bare-root-"));

function makeDebian() {
  if (existsSync(join(root, "etc/debian_version"))) return;
  makeBareDebian(root);
  addNode(root);
  run("chroot", root, "useradd", "--create-home", VISITOR.name);
}

/** @param {typeof ROOT_USER} user */
function clone({ name, home }) {
  const folder = join(root, home, CLONE);
  rmSync(folder, { recursive: true, force: true });
  run("git", "clone", "--quiet", "--no-hardlinks", CHECKOUT, folder);
  run("chroot", root, "chown", "--recursive", `${name}:`, home);
  run("chroot", root, "chmod", "700", home);
}

/**
 * Starts a command in the clone. Its output is recorded, and shown on the terminal.
 * @param {typeof ROOT_USER} user
 * @param {string[]} command
 */
function enter({ name, home }, command) {
  const folder = join(home, CLONE);
  const inside = ["env", `--chdir=${folder}`, "PORT=0", ...settings, ...command];
  const container = ["--mount", "--pid", "--fork", "--kill-child"];
  const args = [...container, "sh", "-euc", ENTER, "sh", root, name, ...inside];
  const child = spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
  // `unshare` does not react to other signals.
  process.prependOnceListener("exit", () => child.kill("SIGKILL"));
  const written = { output: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      written.output += text;
      process.stdout.write(text);
    });
  }
  return { child, written, closed: once(child, "close") };
}

/**
 * @param {typeof ROOT_USER} user
 * @param {string[]} command
 * @returns {Promise<Outcome>}
 */
async function runInside(user, command) {
  const { child, written, closed } = enter(user, command);
  await closed;
  return { hasPassed: child.exitCode === 0, output: written.output };
}

/**
 * Runs `npm start` until the server answers, then sends SIGTERM to npm.
 * @param {typeof ROOT_USER} user
 * @returns {Promise<Outcome>}
 */
async function start(user) {
  const { child, written, closed } = enter(user, ["npm", "start"]);
  const url = await Promise.race([
    closed.then(() => null),
    new Promise((resolve) => {
      child.stdout.on("data", () => {
        const [, address] = READY.exec(written.output) ?? [];
        if (address !== undefined) resolve(address);
      });
    }),
  ]);
  const page = url === null ? null : await fetch(url);
  const npm = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  if (url !== null) process.kill(npm, "SIGTERM");
  await closed;
  return { hasPassed: page?.ok === true && child.exitCode === 0, output: written.output };
}

/** @type {string[]} */
const report = [];

/**
 * Runs a step, and records whether it succeeded and how long it took.
 * @param {string} title
 * @param {() => Promise<boolean>} step
 */
async function runStep(title, step) {
  console.log(`\n══ ${title}`);
  const began = performance.now();
  const hasPassed = await step();
  report.push(
    `${hasPassed ? "right" : "WRONG"}  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${title}`,
  );
  if (!hasPassed) process.exitCode = 1;
}

async function runBoth() {
  clone(VISITOR);
  await runStep("npm start as a user who may not install packages", async () => (await start(VISITOR)).hasPassed);
  await runStep(
    "npm test without a browser, as that user: it fails, and one line says why before anything else",
    async () => {
      const { hasPassed, output } = await runInside(VISITOR, ["npm", "test"]);
      return !hasPassed && output.slice(0, output.indexOf("── build")).split("\n").includes(NO_BROWSER);
    },
  );
  clone(ROOT_USER);
  const everyTest = ["npm", "test", "--", "--all"];
  await runStep("npm test as root below /root", async () => (await runInside(ROOT_USER, everyTest)).hasPassed);
  clone(ROOT_USER);
  await runStep("npm start as root below /root", async () => (await start(ROOT_USER)).hasPassed);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => {
  if (values.root === undefined) rmSync(root, { recursive: true, force: true });
});
let settings = /** @type {string[]} */ ([]);
await runStep("a Debian with nothing but Node and npm", async () => {
  makeDebian();
  settings = networkSettings(root);
  return true;
});
if (positionals.length === 0) await runBoth();
else {
  clone(ROOT_USER);
  await runStep(positionals.join(" "), async () => (await runInside(ROOT_USER, positionals)).hasPassed);
}
console.log(`\n${report.join("\n")}`);
