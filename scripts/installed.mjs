/**
 * Checks that everything in package-lock.json is really installed. Plain JavaScript: an older Node runs it before ours
 * is installed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages keys are paths such as `node_modules/hono`, "" is the project
 */

/**
 * Compares the lock file, npm's own record of its last finished install, and the packages on disk; then runs what
 * cannot be checked by reading files: our Node, and the database's native part.
 * @param {string} root folder of package-lock.json
 * @returns {string | null} why an install is needed, in a few words; null when nothing is missing
 */
export function installProblem(root) {
  const locked = readPackages(join(root, "package-lock.json"));
  if (!locked) throw new Error("package-lock.json is missing or cannot be read");
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return "not installed yet";
  return recordProblem(locked, installed) ?? diskProblem(root, installed) ?? runtimeProblem(root, locked);
}

/**
 * npm writes its record last, so an interrupted install has none, or an old one.
 * @param {LockedPackages} locked
 * @param {LockedPackages} installed
 */
function recordProblem(locked, installed) {
  for (const [path, wanted] of Object.entries(locked)) {
    const found = installed[path];
    if (path === "" || (!found && wanted.optional)) continue;
    if (!found) return `${nameOf(path)} is missing`;
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return `${nameOf(path)} has changed`;
  }
  const extra = Object.keys(installed).find((path) => !(path in locked));
  return extra === undefined ? null : `${nameOf(extra)} is no longer wanted`;
}

/**
 * @param {string} root
 * @param {LockedPackages} installed
 */
function diskProblem(root, installed) {
  for (const [path, { version }] of Object.entries(installed)) {
    if (readJson(join(root, path, "package.json"))?.version !== version) return `${nameOf(path)} is damaged`;
  }
  return null;
}

/**
 * @param {string} root
 * @param {LockedPackages} locked
 */
function runtimeProblem(root, locked) {
  const wanted = locked["node_modules/node"]?.version;
  const script = `new (require("better-sqlite3"))(":memory:").close(); process.stdout.write(process.version)`;
  const { stdout, stderr } = spawnSync(nodeOf(root), ["-e", script], { cwd: root, encoding: "utf8" });
  if (stdout === `v${wanted}`) return null;
  const reason = stderr?.split("\n").find((line) => /^\w*Error\b/.test(line));
  return reason ? `better-sqlite3 does not load: ${reason.trim()}` : `Node ${wanted} is missing`;
}

/**
 * The Node that the project brings along.
 * @param {string} root
 */
export function nodeOf(root) {
  return join(root, "node_modules", ".bin", "node");
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * @param {string} file
 * @returns {LockedPackages | null}
 */
function readPackages(file) {
  return readJson(file)?.packages ?? null;
}

/**
 * @param {string} file
 * @returns {any} null when it is not there or is no JSON
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
