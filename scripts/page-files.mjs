/** Code splitting: which modules of the page share a file (chunk). Few large files compress better than many small ones. */
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../src/client/", import.meta.url));
const ENTRY = `${CLIENT}index.html`;
const LOGIN = `${CLIENT}features/auth/login/login-screen.tsx`;
const SIGNED_IN_AREA = `${CLIENT}app/signed-in-area.tsx`;
/** Loaded only for a shared planning. */
const TEAM_SOURCE = `${CLIENT}app/team-source.ts`;
/** Reads the data that the server puts into the page of a signed-in user. */
const FIRST_VISIT = `${CLIENT}planning/shared-planning/reads/first-parts.ts`;
const TEAM_NOTICES = `${CLIENT}app/shell/team-notices.tsx`;
const REFUSALS = fileURLToPath(new URL("../src/text/errors/planning-errors.ts", import.meta.url));
/** All schemas of the first screens, and their library. They are not needed to show the first screen. */
const SCHEMAS = `${CLIENT}http/response-schemas.ts`;
const TOAST_BOX = `${CLIENT}ui/overlays/toast-box.tsx`;
/** One module re-exports every icon, so an import of one looks like an import of all. */
const ICONS = "/node_modules/lucide-react/";

/** @typedef {import("vite").Rolldown.CodeSplittingNameFunction} NameFunction */

/**
 * @param {readonly string[]} roots
 * @param {Parameters<NameFunction>[1]} graph
 * @returns {ReadonlySet<string>} all modules loaded with `roots`, except dynamic imports
 */
function loadedWith(roots, graph) {
  const loaded = new Set(roots);
  for (const id of loaded) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes(ICONS)) loaded.add(imported);
    }
  }
  return loaded;
}

/**
 * `base` holds the modules of every screen, and those that both the login screen and the first screen after it need.
 * So neither of these screens loads the other's file. Later screens may load the login's file.
 * @type {NameFunction}
 */
function baseName(id, graph) {
  const isInEveryScreen = loadedWith([ENTRY], graph).has(id);
  const isBeforeLogin = loadedWith([LOGIN], graph).has(id);
  const isAfterLogin = loadedWith([SIGNED_IN_AREA, TEAM_SOURCE], graph).has(id);
  // After a sign-out the page deletes the former user's stored data. Half a kilobyte is too little for a separate file.
  const deletesStoredData = /\/(browser-stores|stored-people)\.ts$|\/idb-keyval\//.test(id);
  return isInEveryScreen || (isBeforeLogin && isAfterLogin) || deletesStoredData ? "base" : null;
}

/**
 * A module goes to the first group that matches, with all its imports.
 * @type {import("vite").Rolldown.CodeSplittingGroup[]}
 */
export const PAGE_FILES = [
  { name: baseName },
  { name: "signed-in-area", test: (id) => id === SIGNED_IN_AREA || id === FIRST_VISIT },
  { name: "login-screen", test: LOGIN },
  { name: "schemas", test: SCHEMAS },
  // Separate, because a signed-out page loads it, too, to delete the stored data of the former user.
  { name: "browser-stores", test: /\/(browser-stores|stored-people)\.ts$/ },
  // With the toasts and the sentences of refused answers: they must be loaded before the network may fail.
  { name: "team-notices", test: (id) => [TEAM_NOTICES, REFUSALS, TOAST_BOX].includes(id) },
  // This browser's own planning. A shared one needs it only to publish or to delete it.
  { name: "own-planning", test: /\/client\/planning\/(?:local|publication)\// },
  { name: "account-fields", test: /\/(new-password-field|service-picker)\.tsx$/ },
  // The visible parts that several screens share. Code that only stores or sends data is excluded, because a signed-out
  // page loads some of it without these parts.
  {
    name: "screen-parts",
    test: /\/(ui|music|answering|deletion|messages|loading|passwords|session|text|lucide-react)\/|-hooks\.ts$/,
    minShareCount: 2,
  },
];
