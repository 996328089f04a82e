/** Builds the service worker for an already built page, whose files it precaches. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "vite";

/**
 * Files that are not precached: icons and manifest (the system stores them), source maps, what only the server reads,
 * the style of pages that the server writes, and the files of the demo.
 */
const NOT_PRECACHED =
  /^\/icons\/|^\/manifest\.webmanifest$|^\/sw\.js$|^\/page-scripts\.json$|^\/plain-page\.css$|^\/demo\.(?:css|js)$|\.map$/;
/** These names contain a hash of the content, so they need no revision. */
const HASHED = /^\/assets\//;
/** A page is cached with its headers, so changed headers make a new revision. */
const HEADERS = "src/server/http/security-headers.ts";

/**
 * @param {string} root of the project
 * @param {string} folder with the built page
 */
export async function buildServiceWorker(root, folder) {
  await build({
    root,
    configFile: join(root, "vite.service-worker.config.ts"),
    define: { PRECACHE_LIST: JSON.stringify(precacheList(root, folder)) },
    build: { outDir: folder },
  });
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {{ url: string, revision: string | null }[]}
 */
function precacheList(root, folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`)
    .filter((url) => !NOT_PRECACHED.test(url))
    .toSorted()
    .map((url) => ({ url, revision: HASHED.test(url) ? null : revisionOf(join(folder, url), join(root, HEADERS)) }));
}

/** @param {string[]} files */
function revisionOf(...files) {
  const digest = createHash("sha256");
  for (const file of files) digest.update(readFileSync(file));
  return digest.digest("hex").slice(0, 16);
}
