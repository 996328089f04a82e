import { LINKED_PAGES } from "#contract/paths.ts";

/** Which files of the page each screen needs at once: the build writes it (`scripts/page-scripts.mjs`). */
export interface PageScripts {
  /** Of everybody who is signed in. */
  readonly signedIn: readonly string[];
  /** Where the planning is this browser's own, besides. */
  readonly local: readonly string[];
  /** Where nobody is signed in, on every page that has no file of its own. */
  readonly signedOut: readonly string[];
  /** By the path of the page, or its beginning where it ends in `/`. */
  readonly signedInPages: Readonly<Record<string, readonly string[]>>;
  readonly signedOutPages: Readonly<Record<string, readonly string[]>>;
}

const NONE: PageScripts = { signedIn: [], local: [], signedOut: [], signedInPages: {}, signedOutPages: {} };

/** The file of the build, or nothing where the page was built without one. */
export function readPageScripts(json: string | undefined): PageScripts {
  return json === undefined ? NONE : (JSON.parse(json) as PageScripts);
}

/** The scripts that the page at `path` asks for first, besides those that the page names itself. */
export function scriptsOf(
  scripts: PageScripts,
  path: string,
  { isSignedIn, isShared }: { readonly isSignedIn: boolean; readonly isShared: boolean },
): readonly string[] {
  const page = path.startsWith(LINKED_PAGES.events) ? LINKED_PAGES.events : path;
  if (!isSignedIn) return scripts.signedOutPages[page] ?? scripts.signedOut;
  const own = scripts.signedInPages[page] ?? [];
  return [...new Set([...scripts.signedIn, ...(isShared ? [] : scripts.local), ...own])];
}
