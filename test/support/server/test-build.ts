import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * Global set-up: builds the server for the tests that start processes. A built server starts in half the time; the build
 * takes as long as ten starts from the sources.
 */
export default async function provideBuild(project: TestProject): Promise<() => Promise<void>> {
  // Beside the folders of the product, because the server looks for package.json two folders above itself.
  const folder = join(ROOT, `dist/tests-${process.pid}`);
  await build({
    configFile: join(ROOT, "vite.server.config.ts"),
    root: ROOT,
    build: { outDir: folder, sourcemap: false },
    logLevel: "warn",
  });
  project.provide("serverFolder", folder);
  return () => rm(folder, { recursive: true });
}
