import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../node_modules/.cache/compiled");

/**
 * Turns on Node's compile cache for every process and worker that the tests start from now on. It halves the time of a
 * start. It stays off during coverage runs, because coverage of cached code is less precise.
 */
export function keepCompiledCode(): void {
  const isCounted =
    process.env["NODE_V8_COVERAGE"] !== undefined || process.argv.some((word) => word.startsWith("--coverage"));
  if (!isCounted) process.env["NODE_COMPILE_CACHE"] ??= FOLDER;
}

/** The variable of the compile cache, for processes that do not inherit the environment. */
export function compiledCodeVariable(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
