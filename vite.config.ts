import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { retireServiceWorker } from "./scripts/retire-service-worker.mjs";

/** Where `npm run dev` has put the API; see scripts/dev.mjs. */
const api = process.env["DIAPASON_API"];

/** The page. scripts/build.mjs compresses what comes out and puts it into dist/client. */
export default defineConfig({
  root: "src/client",
  plugins: [react(), tailwindcss(), retireServiceWorker()],
  resolve: {
    alias: [
      // wouter asks for a stand-in of what React has had since 18.
      { find: /^use-sync-external-store\/shim.*/, replacement: "react" },
      // The icons' own drawing can do much that ours need not.
      { find: "../createLucideIcon.mjs", replacement: `${import.meta.dirname}/src/client/ui/lucide-icon.ts` },
    ],
  },
  build: {
    outDir: "../../dist/client",
    emptyOutDir: true,
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A schema that nobody uses goes: building one has no other effect.
      treeshake: { manualPureFunctions: ["z"] },
      // What every screen stands on: one file of it compresses better than the ten it would fall into by itself.
      output: { codeSplitting: { groups: [{ name: "base", tags: ["$initial"] }] } },
    },
  },
  server: { strictPort: true, ...(api === undefined ? {} : { proxy: { "/api": { target: api } } }) },
});
