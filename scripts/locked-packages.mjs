/** Finds in package-lock.json the packages that a running Diapason contains. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{
 *   version?: string,
 *   license?: string,
 *   integrity?: string,
 *   optional?: boolean,
 *   dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 * }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages keys are paths such as `node_modules/hono`, "" is the project
 */

/** Development packages whose code or files the built page contains. */
const BUILT_IN = ["tailwindcss", "workbox-core", "workbox-precaching", "workbox-routing"];

/**
 * @param {string} root folder of package-lock.json
 * @returns {LockedPackages}
 */
export function readLockedPackages(root) {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

/**
 * All packages that `dependencies` of package.json require, directly or not, and those built into the page. Optional peer
 * dependencies that are in the lock file for development only are not included.
 * @param {LockedPackages} packages
 * @returns {string[]} keys of the lock file
 */
export function runtimePaths(packages) {
  return pathsBelow(packages, [...Object.keys(packages[""]?.dependencies ?? {}), ...BUILT_IN]);
}

/**
 * The packages with these names, and all that they require, directly or not.
 * @param {LockedPackages} packages
 * @param {readonly string[]} names
 * @returns {string[]} keys of the lock file
 */
export function pathsBelow(packages, names) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = names.map((name) => installedPath(packages, name, ""));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    waiting.push(...requiredPaths(packages, path));
  }
  return [...found];
}

/**
 * What the package at `path` itself requires. Packages of other platforms that are not in the lock file are left out.
 * @param {LockedPackages} packages
 * @param {string} path a key of the lock file
 * @returns {string[]} keys of the lock file
 */
export function requiredPaths(packages, path) {
  const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .map((name) => installedPath(packages, name, path))
    .filter((required) => required !== null);
}

/**
 * The path at which Node finds `name` for the package at `from`: first in its own node_modules, then further up.
 * @param {LockedPackages} packages
 * @param {string} name
 * @param {string} from a key of the lock file
 * @returns {string | null}
 */
function installedPath(packages, name, from) {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (path in packages) return path;
  return from === ""
    ? null
    : installedPath(packages, name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

/** @param {string} path a key of package-lock.json: `node_modules/a/node_modules/@b/c` */
export function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
