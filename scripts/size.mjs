/** `npm run size`: prints the lines of TypeScript in src, without tests, for each capability of the product. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/**
 * A file counts for the first capability whose pattern matches its path; the last one takes all remaining files.
 * @type {(readonly [string, RegExp])[]}
 */
const CAPABILITIES = [
  ["spaces", /\/(spaces|front-door|start-spaces)\b|database\/register\//],
  ["what we play", /\/(programmes?|repertoire|past-programmes)\b/],
  ["accounts and sessions", /\/(auth|accounts|session|sign-in|passwords|own-account|profile|peer)\b/],
  ["people and groups", /\/(people|users|groups|add-people|membership|family|guardians)\b/],
  ["line-ups and asking", /\/(line-ups?|requests|replacements?|kept|play|repairs|absences|bench)\b/],
  ["messages: mail, push, reminders", /\/(notifications|mails?|jobs)\b/],
  ["calendars", /\/(calendar-file|agenda|answer-page|links)\b|server\/calendar\//],
  ["shared planning: live, offline, publication", /\/(shared-planning|live|sharing|publication|outbox|changes)\b/],
  ["first screen, rendered", /\/(visit|rendering)\b/],
  [
    "operation: commands, doctor, backup, demo",
    /\/(commands|doctor|backup|demo|metrics|journal|administration|trash)\b/,
  ],
  [
    "planning, events, month, grid",
    /\/(planning|events?|event-[a-z]+|dashboard|grid|availability|answering|calendar|answers)\b/,
  ],
  ["the house: page, server, database", /^src\//],
];
const COMMENT_OR_BLANK = /^\s*(\/\/|\/\*|\*|$)/;
const FEW_LINES = 30;

const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|suite)\.tsx?$/.test(file))
  .map((file) => measure(file));
const importers = countImporters();

/** @param {string} path */
function measure(path) {
  const text = readFileSync(path, "utf8");
  const lines = text.trimEnd().split("\n");
  return { path, text, lines: lines.length, code: lines.filter((line) => !COMMENT_OR_BLANK.test(line)).length };
}

/** How many files import each file. */
function countImporters() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path, text } of files)
    for (const file of importsOf(path, text)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

/**
 * @param {string} path
 * @param {string} text
 */
function importsOf(path, text) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {{ source?: import("vite").ESTree.Expression | null }} node */
  const note = ({ source }) => {
    if (source?.type !== "Literal" || typeof source.value !== "string") return;
    const name = source.value;
    if (name.startsWith("#")) found.add(name.replace("#", "src/"));
    if (name.startsWith(".")) found.add(posix.join(posix.dirname(path), name));
  };
  const visitor = new Visitor({
    ImportDeclaration: note,
    ImportExpression: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

/** @param {string} path */
function capabilityOf(path) {
  return CAPABILITIES.find(([, pattern]) => pattern.test(path))?.[0] ?? "";
}

/**
 * @param {string} title
 * @param {typeof files} own
 */
function row(title, own) {
  const sum = (/** @type {"lines" | "code"} */ key) => own.reduce((total, file) => total + file[key], 0);
  return { title, files: own.length, lines: sum("lines"), "lines of code": sum("code") };
}

const byCapability = Map.groupBy(files, ({ path }) => capabilityOf(path));
console.table([...CAPABILITIES.map(([title]) => row(title, byCapability.get(title) ?? [])), row("all", files)]);
const single = files.filter(({ path }) => importers.get(path) === 1);
const small = single.filter(({ lines }) => lines < FEW_LINES);
console.log(`${single.length} files have one importer; ${small.length} of them have under ${FEW_LINES} lines`);
