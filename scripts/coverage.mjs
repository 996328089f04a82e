#!/usr/bin/env node
/**
 * `npm run coverage`: how much of the product its tests run, line by line; fails under 90 %. Unit and server tests are
 * measured by Vitest, browser tests by V8 itself, in the pages and in the servers they talk to. All of it happens in a
 * copy of the project, whose build keeps its lines apart. Words after `--` choose the browser tests.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { executedLines, markExecuted } from "./executed-lines.mjs";
import { buildServiceWorker } from "./service-worker.mjs";

/** @typedef {{ path: string, statementMap: Record<string, { start: { line: number } }>, s: Record<string, number> }} File */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Percent of the lines. */
const LEAST = 90;
const NOT_PRODUCT = ["src/**/*.suite.ts", "src/**/test-*.ts"];
/** Runs in a worker, whose steps no page can tell. */
const NOT_SEEN = ["src/client/service-worker/**"];

/**
 * @param {string} folder
 * @param {string[]} words
 * @param {Record<string, string>} environment on top of ours
 */
function runNode(folder, words, environment = {}) {
  const { status } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  if (status !== 0) console.error(`A step failed; what it ran counts all the same: ${words.join(" ")}`);
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
  await buildServiceWorker(tree, page.outDir);
  const server = { ...apart, outDir: join(tree, "dist/server") };
  await build({ configFile: join(tree, "vite.server.config.ts"), root: tree, build: server, logLevel: "warn" });
}

/**
 * Lines of each file where a statement begins, and those of them that Vitest saw running.
 * @param {string} tree
 */
function vitestLines(tree) {
  const options = ["--coverage", "--coverage.include=src/**/*.{ts,tsx}", "--coverage.reporter=json"];
  const excluded = [...NOT_PRODUCT, ...NOT_SEEN].map((pattern) => `--coverage.exclude=${pattern}`);
  const noThresholds = ["lines", "branches", "functions", "statements"].map(
    (kind) => `--coverage.thresholds.${kind}=0`,
  );
  const projects = ["--project=unit", "--project=server"];
  const words = ["node_modules/vitest/vitest.mjs", "run", ...projects, ...options, ...excluded, ...noThresholds];
  const isRight = runNode(tree, [...words, "--coverage.reportOnFailure"]);
  /** @type {File[]} */
  const files = Object.values(JSON.parse(readFileSync(join(tree, "coverage/coverage-final.json"), "utf8")));
  const lines = files.map(({ path, statementMap, s }) => {
    const starts = Object.entries(statementMap).map(([id, { start }]) => ({ line: start.line, count: s[id] ?? 0 }));
    const all = new Set(starts.map(({ line }) => line));
    const ran = new Set(starts.filter(({ count }) => count > 0).map(({ line }) => line));
    return { file: relative(tree, path), all, ran };
  });
  return { isRight, lines };
}

/**
 * The lines that the browser tests ran, in pages and servers.
 * @param {string} tree
 */
function browserLines(tree) {
  const notes = join(tree, "notes");
  mkdirSync(notes);
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=dot", ...process.argv.slice(2)];
  const isRight = runNode(tree, words, { NODE_V8_COVERAGE: notes, PAGE_COVERAGE: notes });
  /** @type {Map<string, Uint8Array>} */
  const ranOf = new Map();
  for (const name of readdirSync(notes)) {
    const { result } = JSON.parse(readFileSync(join(notes, name), "utf8"));
    for (const { url, functions } of result) {
      const file = builtFile(tree, url);
      if (file === null) continue;
      const ran = ranOf.get(file) ?? new Uint8Array(readFileSync(file, "utf8").length);
      ranOf.set(file, ran);
      markExecuted(ran, functions);
    }
  }
  /** @type {Map<string, Set<number>>} */
  const lines = new Map();
  for (const [file, ran] of ranOf) {
    for (const [source, own] of executedLines(file, ran, tree)) {
      lines.set(source, own.union(lines.get(source) ?? new Set()));
    }
  }
  return { isRight, lines };
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

const tree = mkdtempSync(join(tmpdir(), "diapason-coverage-"));
try {
  await copyAndBuild(tree);
  const vitest = vitestLines(tree);
  const browser = browserLines(tree);
  const files = vitest.lines.map(({ file, all, ran }) => {
    const both = ran.union(browser.lines.get(file) ?? new Set()).intersection(all);
    return { file, all: all.size, byVitest: ran.size, byBoth: both.size };
  });
  const sum = (/** @type {"all" | "byVitest" | "byBoth"} */ key) => files.reduce((total, one) => total + one[key], 0);
  for (const { file, all, byBoth } of files.toSorted((a, b) => b.all - b.byBoth - (a.all - a.byBoth))) {
    if (byBoth < all)
      console.log(`${String(all - byBoth).padStart(4)} of ${String(all).padEnd(4)} lines never ran  ${file}`);
  }
  console.log(`Lines that run in unit and server tests: ${percent(sum("byVitest"), sum("all")).toFixed(1)} %`);
  const total = percent(sum("byBoth"), sum("all"));
  console.log(`Lines that run in any test: ${total.toFixed(1)} % of ${sum("all")}`);
  if (total < LEAST || !vitest.isRight || !browser.isRight) process.exitCode = 1;
} finally {
  rmSync(tree, { recursive: true, force: true });
}
