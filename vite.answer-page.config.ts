import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** The page of an answer link. A build of its own, so that no change of the application makes it larger. */
export default defineConfig({
  root: "src/answer-page",
  publicDir: false,
  // For the design tokens. The page uses no utilities.
  plugins: [tailwindcss()],
  build: {
    outDir: "../../dist/client",
    emptyOutDir: false,
    target: "baseline-widely-available",
    modulePreload: false,
    rolldownOptions: {
      input: "src/answer-page/answer.html",
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: { mode: "all", pass: 2 } },
    },
  },
});
