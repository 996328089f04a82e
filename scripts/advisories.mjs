#!/usr/bin/env node
/**
 * `npm run advisories -- FILE [--level low|moderate|high|critical]`: compares the packages of package-lock.json with a
 * file of published advisories, as `npm audit` does with the registry's, but without asking anybody. The file is one of
 * - OSV (https://ossf.github.io/osv-schema/): one advisory, a list of them, or one on each line;
 * - a response of npm's bulk endpoint: by package name, its advisories.
 *
 * Prints one line for each advisory that concerns an installed version. The exit code is 1 if one of them is at or above
 * the level (by default `low`: any), or of unknown severity.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import semver from "semver";

/**
 * @typedef {object} Advisory
 * @property {string} id
 * @property {string} name of the package
 * @property {string} severity one of LEVELS, or `unknown`
 * @property {string} title
 * @property {(version: string) => boolean} affects
 * @property {(version: string) => string | null} fixedAfter the first version without the fault, if there is one
 */
/** @typedef {{ introduced?: string, fixed?: string, last_affected?: string, limit?: string }} RangeEvent */
/**
 * @typedef {object} OsvAffected
 * @property {{ ecosystem?: string, name?: string }} [package]
 * @property {{ type?: string, events?: RangeEvent[] }[]} [ranges]
 * @property {string[]} [versions]
 * @property {{ severity?: string }} [database_specific]
 */
/**
 * @typedef {object} OsvAdvisory
 * @property {string} id
 * @property {string} [summary]
 * @property {string | null} [withdrawn]
 * @property {OsvAffected[]} affected
 * @property {{ severity?: string }} [database_specific]
 */
/**
 * @typedef {object} BulkAdvisory
 * @property {number | string} id
 * @property {string} [url]
 * @property {string} [title]
 * @property {string} [severity]
 * @property {string} vulnerable_versions
 */
/** @typedef {{ name: string, version: string, isForDevelopment: boolean }} Installed */

const LEVELS = ["low", "moderate", "high", "critical"];
const UNKNOWN = "unknown";
/** Other databases' words for the same levels. @type {Record<string, string>} */
const SYNONYMS = { medium: "moderate", info: "low", none: "low" };
const LOCK_FILE = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const USAGE = `Usage: npm run advisories -- FILE [--level ${LEVELS.join("|")}] [--lock-file FILE]`;

class WrongInput extends Error {}

/** @param {string | undefined} word */
function levelOf(word) {
  const level = word?.toLowerCase() ?? UNKNOWN;
  const known = SYNONYMS[level] ?? level;
  return LEVELS.includes(known) ? known : UNKNOWN;
}

/**
 * The version of an event; `0` comes before all others.
 * @param {RangeEvent} event
 */
function versionOf({ introduced, fixed, last_affected: last, limit }) {
  const version = introduced ?? fixed ?? last ?? limit ?? "";
  if (version === "0") return "0.0.0-0";
  if (semver.valid(version) === null) throw new WrongInput(`« ${version} » is no version`);
  return version;
}

/**
 * The ranges of versions between the events of an OSV range, which come in any order. Each `introduced` opens one.
 * @param {readonly RangeEvent[]} unordered
 */
function spansOf(unordered) {
  const events = unordered.toSorted((a, b) => semver.compare(versionOf(a), versionOf(b)));
  /** @type {{ range: string, fixed: string | null }[]} */
  const spans = [];
  /** @type {string | null} */
  let from = null;
  for (const event of events) {
    const { introduced, fixed, last_affected: last, limit } = event;
    if (introduced !== undefined) from ??= versionOf(event);
    const end = fixed ?? limit;
    if (from === null || (end === undefined && last === undefined)) continue;
    spans.push({ range: end === undefined ? `>=${from} <=${last}` : `>=${from} <${end}`, fixed: fixed ?? null });
    from = null;
  }
  if (from !== null) spans.push({ range: `>=${from}`, fixed: null });
  return spans;
}

/** @param {string} version @param {string} range */
function isIn(version, range) {
  return semver.satisfies(version, range, { includePrerelease: true });
}

/** @param {OsvAdvisory} advisory @returns {Advisory[]} */
function fromOsv({ id, summary = "", withdrawn = null, affected, database_specific: database }) {
  if (withdrawn !== null) return [];
  return affected.flatMap(
    ({ package: { ecosystem, name } = {}, ranges = [], versions = [], database_specific: packageDatabase }) => {
      if (ecosystem !== "npm" || name === undefined) return [];
      // Parsed lazily, only for an installed package: an error elsewhere in a large file must not stop the check.
      const spans = () => ranges.filter(({ type }) => type !== "GIT").flatMap(({ events = [] }) => spansOf(events));
      return [
        {
          id,
          name,
          title: summary,
          severity: levelOf(packageDatabase?.severity ?? database?.severity),
          affects: (version) => versions.includes(version) || spans().some(({ range }) => isIn(version, range)),
          fixedAfter: (version) => spans().find(({ range }) => isIn(version, range))?.fixed ?? null,
        },
      ];
    },
  );
}

/**
 * The smallest version above `version` at which a range says that it ends.
 * @param {string} version @param {string} range
 */
function endOf(version, range) {
  const ends = new semver.Range(range, { includePrerelease: true }).set
    .flat()
    .filter(({ operator, semver: end }) => operator === "<" && semver.gt(end, version))
    .map(({ semver: end }) => end.version);
  return ends.toSorted(semver.compare)[0] ?? null;
}

/** @param {string} name @param {BulkAdvisory} advisory @returns {Advisory} */
function fromBulk(name, { id, url, title = "", severity, vulnerable_versions: range }) {
  if (semver.validRange(range) === null) throw new WrongInput(`${name}: « ${range} » is no range of versions`);
  return {
    id: url?.split("/").at(-1) ?? String(id),
    name,
    title,
    severity: levelOf(severity),
    affects: (version) => isIn(version, range),
    fixedAfter: (version) => endOf(version, range),
  };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is OsvAdvisory} */
function isOsv(value) {
  return isObject(value) && typeof value["id"] === "string" && Array.isArray(value["affected"]);
}

/** @param {unknown} value @returns {value is BulkAdvisory} */
function isBulk(value) {
  return isObject(value) && typeof value["vulnerable_versions"] === "string";
}

/** @param {unknown} value @returns {Advisory[]} */
function advisoriesIn(value) {
  if (isOsv(value)) return fromOsv(value);
  if (Array.isArray(value)) return value.flatMap(advisoriesIn);
  if (!isObject(value)) throw new WrongInput("neither OSV advisories nor an answer of npm's bulk endpoint");
  return Object.entries(value).flatMap(([name, advisories]) => {
    const list = Array.isArray(advisories) ? advisories : [];
    if (list.length === 0 || !list.every(isBulk)) {
      throw new WrongInput(`« ${name} » is neither part of an OSV advisory nor a package of npm's bulk endpoint`);
    }
    return list.map((advisory) => fromBulk(name, advisory));
  });
}

/** @param {string} text JSON, or JSON on each line */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  }
}

/** @param {string} file @returns {Advisory[]} */
function readAdvisories(file) {
  try {
    return advisoriesIn(parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof WrongInput || error instanceof Error ? error.message : String(error);
    throw new WrongInput(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/**
 * The packages of the lock file. An alias has the name of the package that it stands for.
 * @param {string} file
 * @returns {Installed[]}
 */
function readInstalled(file) {
  /** @type {{ packages: Record<string, { name?: string, version?: string, dev?: boolean, link?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(packages).flatMap(([path, { name, version, dev = false, link = false }]) => {
    if (path === "" || link || version === undefined) return [];
    return [{ name: name ?? path.slice(path.lastIndexOf("node_modules/") + 13), version, isForDevelopment: dev }];
  });
}

/**
 * @param {Advisory} advisory
 * @param {Installed} installed
 */
function lineOf({ id, severity, title, fixedAfter }, { name, version, isForDevelopment }) {
  const fixed = fixedAfter(version);
  const remedy = fixed === null ? "no fixed version is known" : `fixed in ${fixed}`;
  const use = isForDevelopment ? ", for development only" : "";
  // Titles come from outside: a control character could change what the terminal shows.
  return `${severity.padEnd(8)} ${name} ${version}${use}: ${id} ${title}, ${remedy}`.replaceAll(/\p{Cc}+/gu, " ");
}

/** @param {string} severity @param {string} level */
function reaches(severity, level) {
  return severity === UNKNOWN || LEVELS.indexOf(severity) >= LEVELS.indexOf(level);
}

/**
 * @param {string} file
 * @param {string} level
 * @param {string} lockFile
 */
function check(file, level, lockFile) {
  const advisories = Map.groupBy(readAdvisories(file), ({ name }) => name);
  const installed = readInstalled(lockFile);
  const found = installed.flatMap((each) =>
    (advisories.get(each.name) ?? [])
      .filter(({ affects }) => affects(each.version))
      .map((advisory) => ({ severity: advisory.severity, line: lineOf(advisory, each) })),
  );
  for (const line of new Set(found.map((each) => each.line))) console.log(line);
  const grave = found.filter(({ severity }) => reaches(severity, level)).length;
  console.log(`${installed.length} packages: ${found.length} affected, ${grave} of them at level ${level} or above`);
  return grave === 0;
}

function main() {
  const options = /** @type {const} */ ({
    level: { type: "string", default: "low" },
    "lock-file": { type: "string", default: LOCK_FILE },
  });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined) {
    console.log("No advisories were compared: no file of them was given (npm run advisories -- FILE)");
    return true;
  }
  if (more.length > 0 || !LEVELS.includes(values.level)) throw new WrongInput(USAGE);
  return check(file, values.level, values["lock-file"]);
}

try {
  process.exitCode = main() ? 0 : 1;
} catch (error) {
  console.error(error instanceof WrongInput ? error.message : `${String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
