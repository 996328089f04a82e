import { defineConfig } from "vitest/config";

// The tests' own clocks and zones are set where they matter; everything else must hold in any zone.
const env = { TZ: "Europe/Paris" };

// Parts of the page that are tested against the real server.
const WITH_SERVER = "src/client/**/*.server.test.ts";

// What tells of the cost of a password hash itself.
const AT_FULL_COST = "src/server/auth/passwords.test.ts";

// The files of one worker share what they import: loading the server for each of them took a third of the whole run.
const SHARED = { env, isolate: false };

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; the tests wait for disks and sockets often enough.
    maxWorkers: "100%",
    // `vitest --coverage`: the rules of planning are pure, so nothing excuses a line of them that no test runs.
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
          include: ["src/{domain,contract,text,client}/**/*.test.{ts,tsx}"],
          exclude: [WITH_SERVER],
          ...SHARED,
        },
      },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", WITH_SERVER],
          exclude: [AT_FULL_COST],
          ...SHARED,
          globalSetup: "src/server/test-postgres.ts",
          setupFiles: "src/server/test-password-cost.ts",
          // Databases are real, and the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Nothing that the others import with a cheaper hash may be there already.
      { test: { name: "password cost", include: [AT_FULL_COST], env, testTimeout: 60_000 } },
      // Whole processes: npm, the built server, temporary projects.
      { test: { name: "process", include: ["{test,soak}/**/*.test.ts"], ...SHARED, testTimeout: 60_000 } },
    ],
  },
});
