/** Which modules of the page share a file. Few files of one purpose compress better than many small ones. */
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../src/client/", import.meta.url));
const ENTRY = `${CLIENT}index.html`;
const LOGIN = `${CLIENT}features/auth/login-screen.tsx`;
const SIGNED_IN_AREA = `${CLIENT}app/signed-in-area.tsx`;
/** Where the planning is the team's. */
const TEAM_SOURCE = `${CLIENT}app/team-source.ts`;
const TEAM_NOTICES = `${CLIENT}app/team-notices.tsx`;
/** One module names every icon: whoever imports one seems to import them all. */
const ICONS = "/node_modules/lucide-react/";

/** @typedef {import("vite").Rolldown.CodeSplittingNameFunction} NameFunction */

/**
 * @param {readonly string[]} roots
 * @param {Parameters<NameFunction>[1]} graph
 * @returns {ReadonlySet<string>} all that is loaded with `roots`; what is imported on demand is not
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
 * What every screen stands on, and what people need on both sides of the login: neither side loads the other's file.
 * @type {NameFunction}
 */
function baseName(id, graph) {
  const isEverybodys = loadedWith([ENTRY], graph).has(id);
  const isOfBothSides =
    loadedWith([LOGIN], graph).has(id) && loadedWith([SIGNED_IN_AREA, TEAM_SOURCE, TEAM_NOTICES], graph).has(id);
  return isEverybodys || isOfBothSides ? "base" : null;
}

/**
 * The first that takes a module has it, with all that the module imports.
 * @type {import("vite").Rolldown.CodeSplittingGroup[]}
 */
export const PAGE_FILES = [
  { name: baseName },
  { name: "signed-in-area", test: SIGNED_IN_AREA },
  { name: "login-screen", test: LOGIN },
  // Also for a page where nobody is signed in any more: it drops what they had read.
  { name: "browser-stores", test: /\/(browser-stores|kept-people)\.ts$/ },
  { name: "team-notices", test: TEAM_NOTICES },
  { name: "account-fields", test: /domain-ui\/(new-password-field|service-picker)\.tsx$/ },
  // What several screens show besides. What only keeps and sends stays apart: a signed-out page loads some of it alone.
  { name: "screen-parts", test: /\/(ui|domain-ui|session|text|lucide-react)\/|-hooks\.ts$/, minShareCount: 2 },
];
