import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const NO_BROWSER = "The browser tests need Chromium or Chrome: install one so that `chromium` is found on PATH.";
const NO_ENGINES =
  "The journeys in Firefox and WebKit need Debian's firefox-esr, xvfb, webkit2gtk-driver: install what is missing.";
const NO_STRACE = "The test of durable writes needs strace: install it so that `strace` is found on PATH.";

/** Stands in for a step of `npm test`: logs its arguments, and writes a report like Vitest's. */
const STEP = `
import { appendFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
const words = process.argv.slice(2);
appendFileSync("calls", [basename(process.argv[1]), ...words.slice(0, 2)].join(" ") + "\\n");
const report = words.find((word) => word.startsWith("--outputFile.json="))?.split("=")[1];
if (report) writeFileSync(report, JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [] }));
`;
const STEPS = ["npm.mjs", "scripts/prepare.mjs", "soak/main.ts", "node_modules/vitest/vitest.mjs"];
/** Stands in for a Playwright that cannot download a browser. */
const PLAYWRIGHT = {
  "package.json": `{ "type": "module", "main": "index.js" }`,
  "index.js": `export const chromium = { executablePath: () => "/nowhere/chrome" };`,
  "cli.js": `${STEP}\nconsole.error("a download failed\\nat length");\nprocess.exit(1);`,
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "diapason-no-browser-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Runs Node without any programs on the PATH: neither a browser nor a package manager. */
function runNode(words: readonly string[], cwd: string) {
  const env = {
    HOME: folder,
    PATH: join(folder, "no-programs"),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, "no-browsers"),
    npm_execpath: join(folder, "npm.mjs"),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: "utf8" });
  return { status, lines: stdout.split("\n"), errors: stderr.split("\n").filter(Boolean) };
}

test.each([
  { flags: [], engines: [], load: [] },
  { flags: ["--all"], engines: [NO_ENGINES], load: ["main.ts load --minutes"] },
])(
  "npm test $flags without browsers says so in one line before its first step, takes the other steps, and fails",
  ({ flags, engines, load }) => {
    for (const name of ["test.mjs", "find-program.mjs", "failed-tests.mjs"]) {
      cpSync(join(ROOT, "scripts", name), join(folder, "scripts", name));
    }
    for (const step of STEPS) write(step, STEP);
    for (const [name, content] of Object.entries(PLAYWRIGHT))
      write(join("node_modules/@playwright/test", name), content);
    write("package.json", `{ "type": "module" }`);

    const { status, lines, errors } = runNode(["scripts/test.mjs", ...flags], folder);
    expect(status).toBe(1);
    const missing = process.platform === "linux" ? [NO_BROWSER, ...engines, NO_STRACE] : [NO_BROWSER];
    expect(errors).toEqual(missing);
    expect(lines.filter((line) => missing.includes(line))).toEqual(missing);
    const calls = readFileSync(join(folder, "calls"), "utf8").split("\n");
    expect(calls[0]).toBe("cli.js install chromium");
    const steps = ["prepare.mjs", "npm.mjs run --silent", "vitest.mjs run --project=!packages", ...load];
    expect(calls).toEqual(expect.arrayContaining(steps));
    expect(calls.filter((call) => call.startsWith("main.ts"))).toEqual(load);
    expect(calls.filter((call) => call.startsWith("cli.js test"))).toEqual([]);
    expect(lines.find((line) => line.startsWith("Failed: "))).toContain("browser tests");
  },
);

test("the linter needs no browser", () => {
  const { errors } = runNode([join(ROOT, "node_modules/knip/bin/knip.js")], ROOT);
  expect(errors.filter((line) => line.startsWith("ERROR"))).toEqual([]);
});

test("playwright test without a browser ends before its first test, with the same line", () => {
  const { status, lines } = runNode([join(ROOT, "node_modules/@playwright/test/cli.js"), "test", "--list"], ROOT);
  expect(status).toBe(0);
  expect(lines.length).toBeGreaterThan(100);
  const run = runNode([join(ROOT, "node_modules/@playwright/test/cli.js"), "test", "e2e/time.spec.ts"], ROOT);
  expect(run.status).toBe(1);
  expect([...run.lines, ...run.errors].filter((line) => line.includes(NO_BROWSER))).toHaveLength(1);
  expect(run.lines.join("\n")).not.toContain("e2e/time.spec.ts");
});
