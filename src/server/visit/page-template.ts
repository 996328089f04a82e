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

const HTML = "<html";
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const HEAD_END = "</head>";
const ROOT = '<div id="root">';
const BODY_END = "</body>";

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
interface PageParts {
  readonly beforeAttributes: string;
  readonly beforeScript: string;
  /** The address of the page's script. */
  readonly script: string;
  readonly beforeHeadEnd: string;
  readonly beforeScreen: string;
  readonly beforeBodyEnd: string;
  readonly rest: string;
}

/** `null` for a page that lacks one of the places where something is inserted. */
function splitPage(page: string): PageParts | null {
  const script = SCRIPT.exec(page);
  if (script?.[1] === undefined) return null;
  const attributesAt = page.indexOf(HTML) + HTML.length;
  const afterScript = script.index + script[0].length;
  const headEnd = page.indexOf(HEAD_END, afterScript);
  const screenAt = page.indexOf(ROOT, headEnd) + ROOT.length;
  const bodyEnd = page.lastIndexOf(BODY_END);
  const hasAllPlaces = attributesAt < script.index && headEnd !== -1 && screenAt > headEnd && bodyEnd >= screenAt;
  if (!hasAllPlaces) return null;
  return {
    beforeAttributes: page.slice(0, attributesAt),
    beforeScript: page.slice(attributesAt, script.index),
    script: script[1],
    beforeHeadEnd: page.slice(afterScript, headEnd),
    beforeScreen: page.slice(headEnd, screenAt),
    beforeBodyEnd: page.slice(screenAt, bodyEnd),
    rest: page.slice(bodyEnd),
  };
}

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

/** The built page, into which scripts to fetch early, the first screen and the data of a visit are inserted. */
export class PageTemplate {
  readonly #page: string;
  readonly #parts: PageParts | null;

  /** Nothing is inserted into a page that lacks one of the places. */
  constructor(page: string) {
    this.#page = page;
    this.#parts = splitPage(page);
  }

  write({ data, scripts, screen }: PageContents): string {
    if (this.#parts === null) return this.#page;
    const { beforeAttributes, beforeScript, script, beforeHeadEnd, beforeScreen, beforeBodyEnd, rest } = this.#parts;
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
  }
}
