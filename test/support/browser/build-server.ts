import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { writeMigratedFolder } from "../sqlite/migrated-folder.ts";
import type * as entry from "./server-entry.ts";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * Global set-up: builds the server as a library for start-in-worker.ts. The environment variable `SERVER_IN_TESTS` names
 * its folder, which starts like the product's `dist/server`, because scripts/coverage.mjs counts what runs there.
 */
export default async function buildServer(): Promise<() => Promise<void>> {
  const folder = join(ROOT, `dist/server-in-tests-${process.pid}`);
  await build({
    configFile: join(ROOT, "vite.server.config.ts"),
    root: ROOT,
    build: {
      outDir: folder,
      rolldownOptions: {
        input: { server: join(ROOT, "test/support/browser/server-entry.ts") },
      },
    },
    logLevel: "warn",
  });
  process.env["SERVER_IN_TESTS"] = folder;
  await writeMigratedFolder(join(folder, "migrated"), (await import(join(folder, "server.js"))) as typeof entry);
  return async () => {
    // The coverage is computed after the run.
    if (process.env["PAGE_COVERAGE"] === undefined) await rm(folder, { recursive: true });
  };
}
