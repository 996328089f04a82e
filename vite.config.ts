import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` has put the API; see scripts/dev.mjs. */
const api = process.env["DIAPASON_API"];

/** The page. scripts/build.mjs compresses what comes out and puts it into dist/client. */
export default defineConfig({
  root: "src/client",
  plugins: [react(), tailwindcss()],
  build: { outDir: "../../dist/client", emptyOutDir: true, target: "baseline-widely-available" },
  server: { strictPort: true, ...(api === undefined ? {} : { proxy: { "/api": { target: api } } }) },
});
