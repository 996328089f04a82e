import { defineConfig } from "vite";
import { PAGE_ALIASES, PAGE_CONSTANTS } from "./vite.config.ts";

/** What renders the page's first screen on the server: the page's own components. Only the dashboard's are ever loaded. */
export default defineConfig({
  publicDir: false,
  // React without its checks for development, which would come along.
  define: { ...PAGE_CONSTANTS, "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { alias: PAGE_ALIASES },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist/server/rendering",
    emptyOutDir: true,
    target: "node24",
    minify: false,
    rolldownOptions: {
      input: { "render-page": "src/client/app/rendering/render-page.tsx" },
      // A directive of React's server components, which says nothing here.
      onLog: (level, log, report) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : report(level, log)),
      treeshake: { manualPureFunctions: ["z"], propertyReadSideEffects: false },
    },
  },
});
