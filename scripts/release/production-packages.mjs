import { cpSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathsBelow, readLockedPackages } from "../locked-packages.mjs";

/** Packages that vite.server.config.ts does not bundle. */
const OUTSIDE_THE_BUNDLE = ["better-sqlite3", "pg"];
/** C++ headers that better-sqlite3 is compiled with. */
const COMPILED_IN = "node_modules/node-addon-api";

/** Files that Node can load, and licences. */
const WANTED = /\.([cm]?js|json|node)$|(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;
/** Tests, and sources for a compiler. */
const UNUSED = /^(test|deps|src)\/|(^|\/)([^/]+\.)?(test|bench)\.[cm]?js$/;
/** Binaries of better-sqlite3, and the scripts that load them. Their names contain their platform. */
const OF_A_PLATFORM = /(^|\/)((?:darwin|linux|linuxmusl|win32)-[a-z\d]+)\.(js|node)$/;

/**
 * Copies the packages that the server loads at run time, without files that it never reads.
 * @param {string} root of a checkout with its packages installed
 * @param {string} target the folder that gets `node_modules`
 * @param {string} platform
 */
export function copyProductionPackages(root, target, platform) {
  const paths = pathsBelow(readLockedPackages(root), OUTSIDE_THE_BUNDLE).filter((path) => path !== COMPILED_IN);
  for (const path of paths) {
    for (const file of filesOf(join(root, path)).filter((name) => isWanted(name, platform))) {
      cpSync(join(root, path, file), join(target, path, file));
    }
  }
}

/**
 * @param {string} file its path inside the package
 * @param {string} platform
 */
function isWanted(file, platform) {
  const [, , filePlatform = platform] = OF_A_PLATFORM.exec(file) ?? [];
  return WANTED.test(file) && !UNUSED.test(file) && filePlatform === platform;
}

/**
 * The files of a package, without those of packages inside it.
 * @param {string} folder
 */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !`${relative(folder, entry.parentPath)}/`.startsWith("node_modules/"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
