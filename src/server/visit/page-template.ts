import { createRequire } from "node:module";
import { LINKED_PAGES } from "#contract/paths.ts";
import {
  RENDERED_SCRIPT_ATTRIBUTE,
  RENDERED_VIEW_ATTRIBUTE,
  type RenderedView,
  type RenderPage,
  VISIT_DATA_ID,
} from "#contract/visit/visit-data.ts";

const load = createRequire(import.meta.url);

/** Renders pages with the page's own code: the built `file`, which is loaded when a page is first rendered. */
export function createPageRenderer(file: string): RenderPage {
  return (page) => (load(file) as { readonly renderPage: RenderPage }).renderPage(page);
}

/** The scripts that each screen needs at once. The build writes this list (`scripts/page-scripts.mjs`). */
export interface PageScripts {
  /** For every signed-in user. */
  readonly signedIn: readonly string[];
  /** In addition, when the planning is not shared but stored in the browser. */
  readonly local: readonly string[];
  /** For signed-out visitors, on pages that have no scripts of their own. */
  readonly signedOut: readonly string[];
  /** By path; a key that ends in `/` stands for all paths that begin with it. */
  readonly signedInPages: Readonly<Record<string, readonly string[]>>;
  readonly signedOutPages: Readonly<Record<string, readonly string[]>>;
}

const NO_SCRIPTS: PageScripts = { signedIn: [], local: [], signedOut: [], signedInPages: {}, signedOutPages: {} };

/** Parses the list; an empty one if the build wrote none. */
export function readPageScripts(json: string | undefined): PageScripts {
  return json === undefined ? NO_SCRIPTS : (JSON.parse(json) as PageScripts);
}

/** The scripts that the page at `path` needs first, except the script that its HTML contains already. */
export function scriptsOf(
  scripts: PageScripts,
  path: string,
  { isSignedIn, isShared }: { readonly isSignedIn: boolean; readonly isShared: boolean },
): readonly string[] {
  const page = path.startsWith(LINKED_PAGES.events) ? LINKED_PAGES.events : path;
  if (!isSignedIn) return scripts.signedOutPages[page] ?? scripts.signedOut;
  const pageScripts = scripts.signedInPages[page] ?? [];
  return [...new Set([...scripts.signedIn, ...(isShared ? [] : scripts.local), ...pageScripts])];
}

export interface RenderedScreen {
  readonly view: RenderedView;
  readonly html: string;
}

export interface PageContents {
  /** JSON that is safe inside a script element. */
  readonly data: string;
  readonly scripts: readonly string[];
  /** `null`: the browser draws its first screen itself. */
  readonly screen: RenderedScreen | null;
}

/** The parts of the built page between which something is inserted. */
const PAGE_PARTS = new RegExp(
  [
    `^(?<beforeAttributes>.*?<html)`,
    `(?<beforeScript>.*?)<script type="module" crossorigin src="(?<script>[^"]+)"></script>`,
    `(?<beforeHeadEnd>.*?)`,
    `(?<beforeScreen></head>.*?<div id="root">)`,
    `(?<beforeBodyEnd>.*)`,
    `(?<rest></body>.*)$`,
  ].join(""),
  "s",
);

function escapeForAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Makes the browser fetch and compile the script at once. */
function preloadModule(url: string): string {
  return `<link rel="modulepreload" crossorigin href="${url}">`;
}

/** Makes the browser fetch the script without compiling it, which would delay the first paint. */
function preload(url: string): string {
  return `<link rel="preload" as="script" crossorigin href="${url}">`;
}

/**
 * Returns a function that inserts scripts to fetch early, the first screen and the data of a visit into the built `page`. It
 * inserts nothing into a page that lacks one of the places.
 */
export function createPageTemplate(page: string): (contents: PageContents) => string {
  const parts = PAGE_PARTS.exec(page)?.groups;
  if (parts === undefined) return () => page;
  const { beforeAttributes, beforeScript, script = "", beforeHeadEnd, beforeScreen, beforeBodyEnd, rest } = parts;

  return function writePage({ data, scripts, screen }) {
    const dataElement = `<script type="application/json" id="${VISIT_DATA_ID}">${data}</script>`;
    const body = `${beforeScreen}${screen?.html ?? ""}${beforeBodyEnd}${dataElement}${rest}`;
    if (screen === null) {
      const module = `<script type="module" crossorigin src="${script}"></script>`;
      return `${beforeAttributes}${beforeScript}${module}${beforeHeadEnd}${scripts.map(preloadModule).join("")}${body}`;
    }
    // The script is only preloaded: `public/page-start.js` starts it once the rendered screen is painted.
    const view = escapeForAttribute(JSON.stringify(screen.view));
    const attributes = ` ${RENDERED_VIEW_ATTRIBUTE}="${view}" ${RENDERED_SCRIPT_ATTRIBUTE}="${script}"`;
    const preloads = [script, ...scripts].map(preload).join("");
    return `${beforeAttributes}${attributes}${beforeScript}${beforeHeadEnd}${preloads}${body}`;
  };
}
