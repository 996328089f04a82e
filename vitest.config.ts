import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepCompiledCode } from "./test/support/process/compiled-code.ts";

// Must run before any worker starts.
keepCompiledCode();

// A default time zone. Tests that depend on clock or zone set their own.
const env = { TZ: "Europe/Paris" };

// Tests of page code against the real server.
const WITH_SERVER = "src/client/**/*.server.test.ts";

// What tests the domain: its own tests, and those of the lists of people, which need a page's reader of files.
const OF_DOMAIN = ["src/domain/**/*.test.ts", "src/client/features/add-people/**/*.test.ts"];

// Tests the cost of a password hash, so it must hash at full cost.
const AT_FULL_COST = "src/server/auth/passwords/passwords.test.ts";

// Attacks and interruptions that take several seconds each, often with many processes. `npm test` leaves them to `.ci/run`.
const LONG = [
  "soak/**",
  "test/{machine/**,upgrade.test.ts}",
  "src/server/api/storable-texts.test.ts",
  "src/server/auth/worst-bodies.test.ts",
  "src/server/commands/spaces.test.ts",
  "src/server/planning/sharing/publication-patience.test.ts",
  "src/server/spaces/{killed-server,many-open}.test.ts",
];
const LEFT_OUT = process.env["WITHOUT_LONG_TESTS"] === undefined ? [] : LONG;

// What is installed on a server: these tests need root and a Debian, and run only on demand.
const PACKAGES = "test/packages/**/*.test.ts";

// The machine may be busy. By default `expect.poll` gives up after one second.
const expect = { poll: { timeout: 30_000 } };

// As in playwright.config.ts: a test of real processes that passes on retry is listed as such at the end of `npm test`.
const retry = 1;

// Test files in one worker share their imported modules. Loading the server for each file took a third of the whole run.
const SHARED = { env, expect, isolate: false };

export default defineConfig({
  test: {
    // The tests often wait for disks, sockets and processes: one worker more than a small machine has cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // For `vitest --coverage`. The domain is pure, so tests can reach every line of it.
    coverage: {
      provider: "v8",
      include: ["src/domain/**"],
      reporter: "text",
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/{contract,text,calendar-file,answer-page,front-door,client}/**/*.test.{ts,tsx}"],
          exclude: [WITH_SERVER, ...OF_DOMAIN],
          ...SHARED,
        },
      },
      // A project of its own: `npm test` runs it once, with its coverage, which takes twice as long.
      { test: { name: "domain", include: OF_DOMAIN, ...SHARED, testTimeout: 60_000 } },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", "scripts/seed/*.test.ts", WITH_SERVER],
          exclude: [AT_FULL_COST, ...LEFT_OUT],
          ...SHARED,
          retry,
          globalSetup: ["test/support/server/test-databases.ts", "test/support/server/test-build.ts"],
          setupFiles: ["test/support/server/test-password-cost.ts"],
          // The databases are real, and the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // A project of its own: other tests load the modules with a cheaper hash, and tests in one worker share modules.
      { test: { name: "password cost", include: [AT_FULL_COST], env, expect, testTimeout: 60_000 } },
      // Whole processes: npm, the built server, temporary projects.
      {
        test: {
          name: "process",
          include: ["{test,soak}/**/*.test.ts"],
          exclude: [PACKAGES, ...LEFT_OUT],
          ...SHARED,
          retry,
          testTimeout: 60_000,
          // They start PostgreSQL and whole servers.
          hookTimeout: 60_000,
        },
      },
      // The release, its Debian package, the container's stages and the proxies. One file after the other: each makes a
      // whole system or starts several servers.
      {
        test: {
          name: "packages",
          include: [PACKAGES],
          env,
          expect,
          retry,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
