#!/usr/bin/env node
/**
 * Builds the page and the server into dist/next, then moves both into dist/. A failed build leaves the previous one,
 * whose stamp no longer matches the sources.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, minifySync } from "vite";
import { sourceDigest, writeStamp } from "./build-stamp.mjs";
import { precompress } from "./precompress.mjs";
import { buildServiceWorker } from "./service-worker.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = `${ROOT}dist`;
const NEXT = `${DIST}/next`;

// Overrides the shell's value: any other one would build the page with React's development checks.
process.env["NODE_ENV"] = "production";

const digest = sourceDigest(ROOT);
rmSync(NEXT, { recursive: true, force: true });
mkdirSync(NEXT, { recursive: true });
await build({ configFile: `${ROOT}vite.config.ts`, build: { outDir: `${NEXT}/client` } });
await build({ configFile: `${ROOT}vite.answer-page.config.ts`, build: { outDir: `${NEXT}/client` } });
const pageStart = `${NEXT}/client/page-start.js`;
writeFileSync(pageStart, minifySync("page-start.js", `(() => {${readFileSync(pageStart, "utf8")}})();`).code);
await buildServiceWorker(ROOT, `${NEXT}/client`);
// After the service worker: the front door is another page, whose files it must not cache.
await build({ configFile: `${ROOT}vite.front-door.config.ts`, build: { outDir: `${NEXT}/client` } });
await build({ configFile: `${ROOT}vite.server.config.ts`, build: { outDir: `${NEXT}/server` } });
await build({ configFile: `${ROOT}vite.rendering.config.ts`, build: { outDir: `${NEXT}/server/rendering` } });
precompress(`${NEXT}/client`);
rmSync(`${DIST}/stamp`, { force: true });
for (const part of ["client", "server"]) {
  rmSync(`${DIST}/${part}`, { recursive: true, force: true });
  renameSync(`${NEXT}/${part}`, `${DIST}/${part}`);
}
writeStamp(ROOT, digest);
rmSync(NEXT, { recursive: true });
