/**
 * A Vite plugin that lists the script files of each screen in `page-scripts.json`. The server reads the list and names
 * these files in the page, so that the browser loads them in parallel (preload).
 */
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../src/client/", import.meta.url));
export const PAGE_SCRIPTS_FILE = "page-scripts.json";

/** The modules that every screen of a signed-in user imports dynamically and shows at once. */
const SIGNED_IN = ["app/signed-in-area.tsx"];
/** Added for a local planning. A shared planning needs nothing more: its first data comes with the page. */
const LOCAL = ["planning/local/local-source.ts", "features/dashboard/only-here-line.tsx"];
const SIGNED_OUT = ["features/auth/login/login-screen.tsx"];
const SIGNED_IN_PAGES = {
  "/select-group": ["app/select-group.tsx"],
  "/events/": ["features/event-detail/event-screen.tsx"],
  "/group": ["features/group-page/group-screen.tsx"],
  "/create-event": ["features/event-form/create-event-screen.tsx"],
  "/events/:eventId/edit": ["features/event-form/edit-event-screen.tsx"],
  "/users": ["features/users/users-screen.tsx"],
  "/users/add": ["features/add-people/add-people-screen.tsx"],
  "/services": ["features/services/services-screen.tsx"],
  "/administration": ["features/administration/administration-screen.tsx"],
  "/absences": ["features/absences/absences-screen.tsx"],
  "/grid": ["features/grid/grid-screen.tsx"],
  "/repertoire": ["features/repertoire/repertoire-screen.tsx"],
  "/agenda": ["features/agenda/agenda-screen.tsx"],
  "/notifications": ["features/notifications/notifications-screen.tsx"],
};
const SIGNED_OUT_PAGES = {
  "/register": ["features/auth/register/register-screen.tsx"],
  "/confirm-email": ["features/auth/confirm-email-screen.tsx"],
  "/reset-password": ["features/auth/reset-password-screen.tsx"],
};

/** The addresses of pages with their own scripts, as the server looks them up. A test checks that none is missing. */
export const PAGES_WITH_SCRIPTS = Object.keys({ ...SIGNED_IN_PAGES, ...SIGNED_OUT_PAGES });

/** @typedef {import("vite").Rolldown.OutputChunk} Chunk */

/** @returns {import("vite").Plugin} writes `page-scripts.json` beside the page */
export function listPageScripts() {
  return {
    name: "list-page-scripts",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find((chunk) => chunk.isEntry);
      if (entry === undefined) throw new Error("the page has no script");
      // Vite names these in the page already.
      const namedByVite = loadedWith([entry], chunks);

      /** @param {readonly string[]} modules @returns {string[]} */
      function scriptsFor(modules) {
        const own = modules.map((module) => chunkOf(`${CLIENT}${module}`, chunks));
        const needed = [...loadedWith(own, chunks)].filter((chunk) => !namedByVite.has(chunk));
        return needed.map(({ fileName }) => `/${fileName}`);
      }

      /** @param {Readonly<Record<string, readonly string[]>>} pages */
      function scriptsByPage(pages) {
        return Object.fromEntries(Object.entries(pages).map(([page, modules]) => [page, scriptsFor(modules)]));
      }

      const scripts = {
        signedIn: scriptsFor(SIGNED_IN),
        local: scriptsFor(LOCAL),
        signedOut: scriptsFor(SIGNED_OUT),
        signedInPages: scriptsByPage(SIGNED_IN_PAGES),
        signedOutPages: scriptsByPage(SIGNED_OUT_PAGES),
      };
      this.emitFile({ type: "asset", fileName: PAGE_SCRIPTS_FILE, source: JSON.stringify(scripts) });
    },
  };
}

/**
 * @param {string} module
 * @param {readonly Chunk[]} chunks
 */
function chunkOf(module, chunks) {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (chunk === undefined) throw new Error(`no file of the page holds ${module}`);
  return chunk;
}

/**
 * @param {readonly Chunk[]} roots
 * @param {readonly Chunk[]} chunks
 * @returns {ReadonlySet<Chunk>} the files that `roots` import statically, directly or not
 */
function loadedWith(roots, chunks) {
  const loaded = new Set(roots);
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return loaded;
}
