import { defineConfig } from "vitest/config";

const SERVER_TESTS = "src/server/**/*.test.ts";

export default defineConfig({
  test: {
    // The tests' own clocks and zones are set where they matter; everything else must hold in any zone.
    env: { TZ: "Europe/Paris" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"],
          exclude: [SERVER_TESTS],
        },
      },
      {
        extends: true,
        test: { name: "server", include: [SERVER_TESTS], globalSetup: "src/server/test-postgres.ts" },
      },
    ],
  },
});
