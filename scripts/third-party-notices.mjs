#!/usr/bin/env node
/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, the licences of everything that a running Diapason contains, from
 * package-lock.json and the licence files of the installed packages. test/third-party-notices.test.ts checks that the
 * committed file is up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Notice */
/**
 * @typedef {{
 *   version?: string,
 *   license?: string,
 *   optional?: boolean,
 *   dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 * }} LockedPackage
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Development packages whose code or files the built page contains. */
const BUILT_IN = ["tailwindcss", "workbox-core", "workbox-precaching", "workbox-routing"];
/** The fonts of the page, with their licence files beside them. */
const FONTS = [
  { name: "Besley", file: "src/client/fonts/besley-license.txt" },
  { name: "Radio Canada", file: "src/client/fonts/radio-canada-license.txt" },
];
const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;

/** The whole text of THIRD-PARTY-NOTICES.md. @returns {string} */
export function thirdPartyNotices() {
  const notices = [...packageNotices(), ...fontNotices()];
  const rows = notices.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return [
    "# Third-party notices",
    "",
    "A running Diapason contains the packages and fonts below. `npm run notices` writes this file.",
    "",
    "| name | version | licence |",
    "| --- | --- | --- |",
    ...rows,
    "",
    "## Licence texts",
    ...textsOf(notices).flatMap(([text, names]) => ["", `### ${names.join(", ")}`, "", "```text", text, "```"]),
    "",
  ].join("\n");
}

/** @returns {Notice[]} in the order of their names */
function packageNotices() {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return runtimePaths(packages)
    .map((path) => ({
      name: nameOf(path),
      version: packages[path]?.version ?? "",
      licence: packages[path]?.license ?? "see its text",
      // Optional packages differ from one platform to the next; the lock file names their licence.
      text: packages[path]?.optional ? null : licenceText(join(ROOT, path)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"));
}

/**
 * All packages that `dependencies` of package.json require, directly or not, and those built into the page. Optional peer
 * dependencies that are in the lock file for development only are not included.
 * @param {Record<string, LockedPackage>} packages
 * @returns {string[]} keys of the lock file
 */
function runtimePaths(packages) {
  const root = packages[""] ?? {};
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...Object.keys(root.dependencies ?? {}), ...BUILT_IN].map((name) => ({ name, from: "" }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = installedPath(packages, next.name, next.from);
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) waiting.push({ name, from: path });
  }
  return [...found];
}

/**
 * The place where Node finds `name` for the package at `from`: first in its own node_modules, then further up.
 * @param {Record<string, LockedPackage>} packages
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

/** @returns {Notice[]} */
function fontNotices() {
  return FONTS.map(({ name, file }) => ({
    name: `${name} (font)`,
    version: "",
    licence: "OFL-1.1",
    text: tidied(readFileSync(join(ROOT, file), "utf8")),
  }));
}

/**
 * Each different licence text once, with the names of its packages.
 * @param {Notice[]} notices
 * @returns {[string, string[]][]}
 */
function textsOf(notices) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, text } of notices) if (text !== null) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, carriers]) => [text, [...new Set(carriers)]]);
}

/** @param {string} folder */
function licenceText(folder) {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder)
    .toSorted()
    .find((name) => LICENCE_FILE.test(name));
  return file === undefined ? null : tidied(readFileSync(join(folder, file), "utf8"));
}

/** @param {string} text */
function tidied(text) {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** @param {string} path a key of package-lock.json: `node_modules/a/node_modules/@b/c` */
function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), thirdPartyNotices());
}
