import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * Builds the server from its sources, for the processes that the tests start: from one file they start in
 * half the time. The build takes as long as ten starts from the sources.
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
