import { defineConfig } from "vitest/config";

// The tests' own clocks and zones are set where they matter; everything else must hold in any zone.
const env = { TZ: "Europe/Paris" };

// Parts of the page that are tested against the real server.
const WITH_SERVER = "src/client/**/*.server.test.ts";

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
          env,
        },
      },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", WITH_SERVER],
          env,
          globalSetup: "src/server/test-postgres.ts",
          setupFiles: "src/server/test-password-cost.ts",
          // Databases are real, and the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Whole processes: npm, the built server, temporary projects.
      { test: { name: "process", include: ["{test,soak}/**/*.test.ts"], env, testTimeout: 60_000 } },
    ],
  },
});
