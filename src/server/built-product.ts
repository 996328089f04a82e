import { readFileSync } from "node:fs";
import { join } from "node:path";

/** This file is two folders below the root, as a source and as a part of a bundle. */
const ROOT = join(import.meta.dirname, "../..");

/** The folder of the built page. */
export const WEB_ROOT = join(ROOT, "dist/client");

/** Renders the first screens of the built page. */
export const PAGE_RENDERER = join(ROOT, "dist/server/rendering/render-page.js");

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return version;
}
