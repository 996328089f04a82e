/** Which modules of the page share a file. Few files of one purpose compress better than many small ones. */
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../src/client/", import.meta.url));
const ENTRY = `${CLIENT}index.html`;
const LOGIN = `${CLIENT}features/auth/login/login-screen.tsx`;
const SIGNED_IN_AREA = `${CLIENT}app/signed-in-area.tsx`;
/** Loaded only for a shared planning. */
const TEAM_SOURCE = `${CLIENT}app/team-source.ts`;
/** Shows what comes with the page of a shared planning; where nobody is signed in, nothing does. */
const FIRST_VISIT = `${CLIENT}planning/shared-planning/reads/first-parts.ts`;
const TEAM_NOTICES = `${CLIENT}app/shell/team-notices.tsx`;
const REFUSALS = fileURLToPath(new URL("../src/text/errors/planning-errors.ts", import.meta.url));
/** All schemas of the first screens, and their library; nothing that is shown first needs them. */
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
 * The base of every screen, and what is needed both before login and for the first view after it. Neither side loads the
 * other's file for what it shows first. What comes later may use the login's: the sentences of refusals are half a
 * kilobyte that nobody needs at first.
 * @type {NameFunction}
 */
function baseName(id, graph) {
  const isEverybodys = loadedWith([ENTRY], graph).has(id);
  const isOfBothSides = loadedWith([LOGIN], graph).has(id) && loadedWith([SIGNED_IN_AREA, TEAM_SOURCE], graph).has(id);
  // A page where nobody is signed in any more drops what they had read. Half a kilobyte is less than a file of its own.
  const dropsReads = /\/(browser-stores|stored-people)\.ts$|\/idb-keyval\//.test(id);
  return isEverybodys || isOfBothSides || dropsReads ? "base" : null;
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
  // With the sentences of refused answers and the toasts, which must be here before the network goes.
  { name: "team-notices", test: (id) => [TEAM_NOTICES, REFUSALS, TOAST_BOX].includes(id) },
  // This browser's own planning. A shared one needs it only to publish or to delete it.
  { name: "own-planning", test: /\/client\/planning\/(?:local|publication)\// },
  { name: "account-fields", test: /\/(new-password-field|service-picker)\.tsx$/ },
  // Other code that several screens show. Code that only stores and sends is not part of it, because a signed-out page
  // loads some of that alone.
  {
    name: "screen-parts",
    test: /\/(ui|music|answering|deletion|messages|loading|passwords|session|text|lucide-react)\/|-hooks\.ts$/,
    minShareCount: 2,
  },
];
