import { defineConfig } from "vite";

/** The service worker: one plain script, as not every browser takes a module here. */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: "baseline-widely-available",
    rolldownOptions: {
      input: "src/client/service-worker/service-worker.ts",
      output: { format: "iife", entryFileNames: "sw.js" },
    },
  },
});
