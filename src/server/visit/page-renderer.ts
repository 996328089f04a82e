import { createRequire } from "node:module";
import type { RenderPage } from "#contract/visit/visit-data.ts";

const load = createRequire(import.meta.url);

/** Renders pages with their own code. It is `file` of the build, loaded when a page is first rendered. */
export function createPageRenderer(file: string): RenderPage {
  return (page) => (load(file) as { readonly renderPage: RenderPage }).renderPage(page);
}
