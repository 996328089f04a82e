import { LINKED_PAGES } from "#contract/paths.ts";

/** The scripts that each screen needs at once. The build writes this list (`scripts/page-scripts.mjs`). */
export interface PageScripts {
  /** For every signed-in user. */
  readonly signedIn: readonly string[];
  /** In addition, where the planning is this browser's own. */
  readonly local: readonly string[];
  /** Where nobody is signed in, for pages without scripts of their own. */
  readonly signedOut: readonly string[];
  /** By path; a key that ends in `/` stands for all paths that begin with it. */
  readonly signedInPages: Readonly<Record<string, readonly string[]>>;
  readonly signedOutPages: Readonly<Record<string, readonly string[]>>;
}

const NONE: PageScripts = { signedIn: [], local: [], signedOut: [], signedInPages: {}, signedOutPages: {} };

/** Parses the list; an empty one if the build wrote none. */
export function readPageScripts(json: string | undefined): PageScripts {
  return json === undefined ? NONE : (JSON.parse(json) as PageScripts);
}

/** The scripts that the page at `path` needs first, without those that its HTML names already. */
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
