import { defineConfig } from "vitest/config";

// The tests' own clocks and zones are set where they matter; everything else must hold in any zone.
const env = { TZ: "Europe/Paris" };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/{domain,contract,text,client}/**/*.test.{ts,tsx}"], env } },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts"],
          env,
          globalSetup: "src/server/test-postgres.ts",
          // Passwords are really hashed, and the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Whole processes: npm, the built server, temporary projects.
      { test: { name: "process", include: ["test/**/*.test.ts"], env, testTimeout: 60_000 } },
    ],
  },
});
