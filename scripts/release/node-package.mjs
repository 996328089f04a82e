/**
 * Downloads Node for any platform, from npm: the package that the dependency `node` installs on that platform. The lock
 * file does not contain these packages, so their expected checksums are in node-packages.json.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { readLockedPackages } from "../locked-packages.mjs";

/** @type {{ version: string, integrity: Record<string, string> }} */
const EXPECTED = JSON.parse(readFileSync(new URL("node-packages.json", import.meta.url), "utf8"));

/**
 * Writes `node` and `LICENSE` of Node into the folder.
 * @param {string} root of the checkout
 * @param {string} platform
 * @param {string} folder
 */
export async function writeNode(root, platform, folder) {
  const { name, version } = nodePackage(root, platform);
  const file = fetchPackage(root, `${name}-${version}.tgz`, `${name}@${version}`, EXPECTED.integrity[platform] ?? "");
  const wanted = ["package/bin/node", "package/LICENSE"];
  mkdirSync(folder, { recursive: true });
  await extract({ file, cwd: folder, strip: 1, strict: true }, wanted);
}

/**
 * @param {string} root
 * @param {string} platform
 * @throws Error when node-packages.json is about another version of Node
 */
export function nodePackage(root, platform) {
  const name = `node-${platform}`;
  const version = readLockedPackages(root)["node_modules/node"]?.version;
  if (version !== EXPECTED.version) {
    const command = `npm view ${name}@${version} dist.integrity`;
    throw new Error(
      `scripts/release/node-packages.json is about Node ${EXPECTED.version}, not ${version}; see \`${command}\`.`,
    );
  }
  return { name, version, integrity: EXPECTED.integrity[platform] ?? "" };
}

/**
 * Downloads a package with npm, or takes it from the cache. Returns the file's path.
 * @param {string} root
 * @param {string} name of the file
 * @param {string} wanted NAME@VERSION
 * @param {string} integrity
 */
function fetchPackage(root, name, wanted, integrity) {
  const folder = join(root, "node_modules/.cache/release");
  const file = join(folder, name);
  if (isIntact(file, integrity)) return file;
  mkdirSync(folder, { recursive: true });
  const npm = process.env["npm_execpath"];
  const args = ["pack", wanted, "--ignore-scripts", "--pack-destination", folder];
  const { status, error, stderr } = spawnSync(npm ? process.execPath : "npm", [...(npm ? [npm] : []), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm pack ${wanted} failed: ${error?.message ?? stderr}`);
  if (!isIntact(file, integrity)) throw new Error(`${wanted} is not what scripts/release/node-packages.json expects.`);
  return file;
}

/**
 * @param {string} file
 * @param {string} integrity `sha512-…` in base64, as in a lock file
 */
function isIntact(file, integrity) {
  return existsSync(file) && `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}` === integrity;
}
