#!/usr/bin/env node
/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, the licences of everything that a running Diapason contains, from
 * package-lock.json and the licence files of the installed packages. test/third-party-notices.test.ts checks that the
 * committed file is up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nameOf, readLockedPackages, runtimePaths } from "./locked-packages.mjs";

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Notice */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
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
  const packages = readLockedPackages(ROOT);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), thirdPartyNotices());
}
