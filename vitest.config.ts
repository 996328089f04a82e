import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"],
    // The tests' own clocks and zones are set where they matter; everything else must hold in any zone.
    env: { TZ: "Europe/Paris" },
  },
});
