#!/usr/bin/env node
/**
 * `npm run coverage`: measures how many lines and branches of the product its tests run. Fails below 90 % of either.
 * Vitest measures unit and server tests. V8 measures browser tests, in the pages and in their servers. All of it runs in
 * a copy of the project, with a build that is not minified. Arguments after `--` select the browser tests.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { addHits, executedCode } from "./executed-code.mjs";
import { buildServiceWorker } from "./service-worker.mjs";

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ type: string, loc: { start: Place }, locations: unknown[] }} Branching */
/**
 * @typedef {object} File coverage of a file, in Istanbul's form
 * @property {string} path
 * @property {Record<string, { start: Place }>} statementMap
 * @property {Record<string, number>} s
 * @property {Record<string, Branching>} branchMap
 * @property {Record<string, number[]>} b
 */
/** @typedef {{ all: Set<string>, ran: Set<string> }} Parts lines, or branches, of one file */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Required percentage of lines, and of branches. */
const LEAST = 90;
const NOT_PRODUCT = ["src/**/*.suite.ts", "src/**/test-*.ts"];
/** Runs in a service worker, which cannot be measured from a page. */
const NOT_SEEN = ["src/client/service-worker/**"];

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {Record<string, string>} environment on top of ours
 */
function runNode(folder, args, environment = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  if (status !== 0) console.error(`A step failed; what it ran counts all the same: ${args.join(" ")}`);
  return status === 0;
}

/** @param {string} tree where the copy goes */
async function copyAndBuild(tree) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = spawnSync("git", list, { cwd: ROOT, encoding: "utf8" }).stdout.split("\0").filter(Boolean);
  for (const file of files) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(tree, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  const apart = { minify: false, sourcemap: true, emptyOutDir: true };
  const page = { ...apart, outDir: join(tree, "dist/client") };
  await build({
    configFile: join(tree, "vite.config.ts"),
    root: join(tree, "src/client"),
    build: page,
    logLevel: "warn",
  });
  const answerPage = join(tree, "src/answer-page");
  await build({
    configFile: join(tree, "vite.answer-page.config.ts"),
    root: answerPage,
    build: { ...page, emptyOutDir: false, rolldownOptions: { input: join(answerPage, "answer.html") } },
    logLevel: "warn",
  });
  await buildServiceWorker(tree, page.outDir);
  const server = { ...apart, outDir: join(tree, "dist/server") };
  await build({ configFile: join(tree, "vite.server.config.ts"), root: tree, build: server, logLevel: "warn" });
  const rendering = { ...apart, outDir: join(server.outDir, "rendering") };
  await build({ configFile: join(tree, "vite.rendering.config.ts"), root: tree, build: rendering, logLevel: "warn" });
}

/**
 * Coverage of each file as measured by Vitest.
 * @param {string} tree
 */
function vitestFiles(tree) {
  const options = ["--coverage", "--coverage.include=src/**/*.{ts,tsx}", "--coverage.reporter=json"];
  const excluded = [...NOT_PRODUCT, ...NOT_SEEN].map((pattern) => `--coverage.exclude=${pattern}`);
  const noThresholds = ["lines", "branches", "functions", "statements"].map(
    (kind) => `--coverage.thresholds.${kind}=0`,
  );
  const projects = ["--project=unit", "--project=domain", "--project=server"];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...projects, ...options, ...excluded, ...noThresholds];
  const hasPassed = runNode(tree, [...args, "--coverage.reportOnFailure"]);
  /** @type {File[]} */
  const files = Object.values(JSON.parse(readFileSync(join(tree, "coverage/coverage-final.json"), "utf8")));
  return { hasPassed, files };
}

/**
 * Coverage of each file from the browser tests, in pages and servers; by path, one entry for each built file that
 * contains it.
 * @param {string} tree
 */
async function browserFiles(tree) {
  const notes = join(tree, "notes");
  mkdirSync(notes);
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=dot", ...process.argv.slice(2)];
  const hasPassed = runNode(tree, args, { NODE_V8_COVERAGE: notes, PAGE_COVERAGE: notes });
  /** @type {Map<string, Uint32Array>} */
  const hitsOf = new Map();
  for (const name of readdirSync(notes)) {
    const { result } = JSON.parse(readFileSync(join(notes, name), "utf8"));
    for (const { url, functions } of result) {
      const file = builtFile(tree, url);
      // Skips copies of the product that some tests start: their files have other names.
      if (file === null || !existsSync(file)) continue;
      const hits = hitsOf.get(file) ?? new Uint32Array(readFileSync(file, "utf8").length);
      hitsOf.set(file, hits);
      addHits(hits, functions);
    }
  }
  /** @type {Map<string, File[]>} */
  const files = new Map();
  for (const [built, hits] of hitsOf) {
    for (const file of /** @type {File[]} */ (Object.values(await executedCode(built, hits)))) {
      files.set(file.path, [...(files.get(file.path) ?? []), file]);
    }
  }
  return { hasPassed, files };
}

/**
 * @param {string} tree
 * @param {string} url
 */
function builtFile(tree, url) {
  if (url.startsWith("file:")) {
    const file = fileURLToPath(url);
    return file.startsWith(join(tree, "dist/server")) ? file : null;
  }
  const { pathname } = new URL(url, "http://localhost");
  return /^\/assets\/.+\.js$/.test(pathname) ? join(tree, "dist/client", pathname) : null;
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return whole === 0 ? 100 : (100 * part) / whole;
}

/**
 * A line counts where a statement begins on it.
 * @param {File} file
 * @returns {Parts}
 */
function linesOf({ statementMap, s }) {
  const starts = Object.entries(statementMap).map(([id, { start }]) => ({
    line: String(start.line),
    count: s[id] ?? 0,
  }));
  const ran = starts.filter(({ count }) => count > 0);
  return { all: new Set(starts.map(({ line }) => line)), ran: new Set(ran.map(({ line }) => line)) };
}

/**
 * A branch is identified by the kind and start of its statement, and its number there.
 * @param {File} file
 * @returns {Parts}
 */
function branchesOf({ branchMap, b }) {
  const paths = Object.entries(branchMap).flatMap(([id, { type, loc, locations }]) =>
    locations.map((_, number) => ({
      name: `${type} ${loc.start.line}:${loc.start.column} ${number}`,
      count: b[id]?.[number] ?? 0,
    })),
  );
  const ran = paths.filter(({ count }) => count > 0);
  return { all: new Set(paths.map(({ name }) => name)), ran: new Set(ran.map(({ name }) => name)) };
}

/**
 * Prints the parts that never ran, file by file, then the total. Returns whether the total reaches the limit.
 * @param {string} kind
 * @param {(file: File) => Parts} partsOf
 * @param {string} tree
 * @param {File[]} byVitest
 * @param {Map<string, File[]>} byBrowser
 */
function report(kind, partsOf, tree, byVitest, byBrowser) {
  const rows = byVitest.map((file) => {
    const { all, ran } = partsOf(file);
    const seen = (byBrowser.get(file.path) ?? []).flatMap((one) => [...partsOf(one).ran]);
    const both = ran.union(new Set(seen)).intersection(all);
    return { name: relative(tree, file.path), all: all.size, byVitest: ran.size, byBoth: both.size };
  });
  for (const { name, all, byBoth } of rows.toSorted((a, b) => b.all - b.byBoth - (a.all - a.byBoth))) {
    if (byBoth < all)
      console.log(`${String(all - byBoth).padStart(4)} of ${String(all).padEnd(4)} ${kind} never ran  ${name}`);
  }
  const sum = (/** @type {"all" | "byVitest" | "byBoth"} */ key) => rows.reduce((total, row) => total + row[key], 0);
  const total = percent(sum("byBoth"), sum("all"));
  const alone = percent(sum("byVitest"), sum("all"));
  console.log(
    `Of ${sum("all")} ${kind}, ${total.toFixed(1)} % run in some test; ${alone.toFixed(1)} % in unit and server tests`,
  );
  return total >= LEAST;
}

const tree = mkdtempSync(join(tmpdir(), "diapason-coverage-"));
try {
  await copyAndBuild(tree);
  const vitest = vitestFiles(tree);
  const browser = await browserFiles(tree);
  const hasBranches = report("branches", branchesOf, tree, vitest.files, browser.files);
  const hasLines = report("lines", linesOf, tree, vitest.files, browser.files);
  if (!hasBranches || !hasLines || !vitest.hasPassed || !browser.hasPassed) process.exitCode = 1;
} finally {
  rmSync(tree, { recursive: true, force: true });
}
