/** Compares dist/ with the current sources, to skip a build that is not needed. Plain JavaScript, for any Node. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const INPUTS = [
  "src",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "vite.answer-page.config.ts",
  "vite.front-door.config.ts",
  "vite.rendering.config.ts",
  "vite.server.config.ts",
  "vite.service-worker.config.ts",
  "scripts/build.mjs",
  "scripts/precompress.mjs",
  "scripts/service-worker.mjs",
];
const NOT_BUILT = /\.(test|suite)\.tsx?$/;
const OUTPUTS = [
  "client/index.html",
  "client/answer.html",
  "client/front-door.html",
  "client/sw.js",
  "server/main.js",
  "server/admin.js",
  "server/rendering/render-page.js",
];

/**
 * A digest of everything the build reads.
 * @param {string} root
 */
export function sourceDigest(root) {
  const digest = createHash("sha256");
  for (const file of INPUTS.flatMap((input) => filesUnder(root, input))) {
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return digest.digest("hex");
}

/**
 * Whether dist/ was built from the current sources.
 * @param {string} root
 */
export function isBuilt(root) {
  const stamp = join(root, "dist", "stamp");
  if (![stamp, ...OUTPUTS.map((output) => join(root, "dist", output))].every((file) => existsSync(file))) return false;
  return readFileSync(stamp, "utf8") === sourceDigest(root);
}

/**
 * Written last, so that an interrupted build does not count.
 * @param {string} root
 * @param {string} digest of the sources before the build began
 */
export function writeStamp(root, digest) {
  writeFileSync(join(root, "dist", "stamp"), digest);
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).toSorted();
  return names.flatMap((name) => filesUnder(root, `${path}/${name}`));
}
