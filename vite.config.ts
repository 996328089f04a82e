import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { PAGE_FILES } from "./scripts/page-files.mjs";
import { listPageScripts } from "./scripts/page-scripts.mjs";
import { retireServiceWorker } from "./scripts/retire-service-worker.mjs";
import { serveAnswerPage } from "./scripts/serve-answer-page.mjs";

/** Where `npm run dev` has put the API; see scripts/dev.mjs. */
const api = process.env["DIAPASON_API"];

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** What the page's code reads as constants. */
export const PAGE_CONSTANTS = { DIAPASON_VERSION: JSON.stringify(version) };

export const PAGE_ALIASES = [
  // wouter asks for a stand-in of what React has had since 18.
  { find: /^use-sync-external-store\/shim.*/, replacement: "react" },
  // The icons' own drawing can do much that ours need not.
  { find: "../createLucideIcon.mjs", replacement: `${import.meta.dirname}/src/client/ui/lucide-icon.ts` },
];

/** The page's own script and style. */
const ENTRY_FILES = "assets/index-";

/** The page. scripts/build.mjs compresses what comes out and puts it into dist/client. */
export default defineConfig({
  root: "src/client",
  define: PAGE_CONSTANTS,
  plugins: [react(), tailwindcss(), listPageScripts(), retireServiceWorker(), serveAnswerPage()],
  resolve: { alias: PAGE_ALIASES },
  build: {
    outDir: "../../dist/client",
    emptyOutDir: true,
    target: "baseline-widely-available",
    modulePreload: {
      polyfill: false,
      // A file that is imported in the same moment, or that the page itself names, needs no preload: its name would only
      // make the first load heavier.
      resolveDependencies: (file, files) => files.filter((name) => name !== file && !name.startsWith(ENTRY_FILES)),
    },
    rolldownOptions: {
      treeshake: {
        // A schema that nobody uses goes: building one has no other effect.
        manualPureFunctions: ["z"],
        // Reading a property does nothing else, neither here nor in the libraries.
        propertyReadSideEffects: false,
      },
      // A path or a key stands where it is used, rather than in a file that everybody loads.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: { codeSplitting: { groups: PAGE_FILES } },
    },
  },
  server: { strictPort: true, ...(api === undefined ? {} : { proxy: { "/api": { target: api } } }) },
});
