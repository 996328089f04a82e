import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeNode } from "./node-package.mjs";
import { copyProductionPackages } from "./production-packages.mjs";

/** The platforms of releases. They need the GNU C library 2.34 or later, for better-sqlite3's binaries. */
export const PLATFORMS = Object.freeze(["linux-x64", "linux-arm64"]);

/** Files of the checkout, each with its name in the release. */
const DOCUMENTS = {
  "docs/installer.md": "INSTALLER.md",
  LICENSE: "LICENSE",
  "THIRD-PARTY-NOTICES.md": "THIRD-PARTY-NOTICES.md",
};
/** Folders of `packaging` with example files that the installation guide names. */
const EXAMPLES = ["caddy", "grafana", "nginx", "prometheus", "systemd"];

/**
 * Writes the folder that a release contains, from a checkout that is installed and built.
 * @param {string} root
 * @param {string} folder is made
 * @param {string} platform one of `PLATFORMS`
 */
export async function writeReleaseFolder(root, folder, platform) {
  const bin = join(folder, "bin");
  await writeNode(root, platform, folder);
  renameSync(join(folder, "LICENSE"), join(folder, "LICENSE-NODE"));
  cpSync(join(root, "packaging/diapason"), join(bin, "diapason"));
  for (const [from, to] of Object.entries(DOCUMENTS)) cpSync(join(root, from), join(folder, to));
  for (const name of EXAMPLES) {
    cpSync(join(root, "packaging", name), join(folder, "packaging", name), { recursive: true });
  }
  writeApp(root, join(folder, "app"));
  copyProductionPackages(root, join(folder, "app"), platform);
  setModes(folder, new Set([join(bin, "diapason"), join(bin, "node")]));
}

/**
 * @param {string} root
 * @param {string} app
 */
function writeApp(root, app) {
  mkdirSync(app);
  const { name, version, description, license, type } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const about = { name, version, private: true, description, license, type };
  writeFileSync(join(app, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  for (const part of ["client", "server"]) {
    cpSync(join(root, "dist", part), join(app, "dist", part), { recursive: true, filter: isLoaded });
  }
}

/**
 * Leaves out source maps: nothing loads them at run time.
 * @param {string} file
 */
function isLoaded(file) {
  return !file.endsWith(".map");
}

/**
 * Sets all file modes: everybody may read, only the owner may write. They must not depend on umask or checkout.
 * @param {string} folder
 * @param {ReadonlySet<string>} programs
 */
function setModes(folder, programs) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || programs.has(path) ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}
