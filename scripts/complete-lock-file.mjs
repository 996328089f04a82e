#!/usr/bin/env node
/**
 * Adds to package-lock.json the optional platform builds that npm left out.
 *
 * npm 11.16 and later leave an optional dependency out of the lock file if the registry does not have it. (A mirror
 * seldom has the builds of foreign platforms.) Then `npm ci` refuses the file that `npm install` wrote (npm/cli#9846).
 * Run this script after every `npm install PACKAGE`.
 */
import { readFileSync, writeFileSync } from "node:fs";

const LOCK_FILE = new URL("../package-lock.json", import.meta.url);
/** @type {Record<string, string>} */
const OPERATING_SYSTEMS = {
  aix: "aix",
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  netbsd: "netbsd",
  openbsd: "openbsd",
  openharmony: "openharmony",
  sunos: "sunos",
  win32: "win32",
  windows: "win32",
};
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
/** @type {Record<string, string>} */
const C_LIBRARIES = { gnu: "glibc", musl: "musl" };

/**
 * The platform named in the package name of a platform build.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const operatingSystem = words.map((word) => OPERATING_SYSTEMS[word]).find(Boolean);
  const processor = PROCESSORS.find((candidate) => words.includes(candidate));
  const cLibrary = words.map((word) => C_LIBRARIES[word]).find(Boolean);
  return {
    ...(cLibrary && operatingSystem === "linux" ? { libc: [cLibrary] } : {}),
    ...(operatingSystem ? { os: [operatingSystem] } : {}),
    ...(processor ? { cpu: [processor] } : {}),
  };
}

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @type {{ packages: Record<string, Entry> }}
 */
const lock = JSON.parse(readFileSync(LOCK_FILE, "utf8"));
let added = 0;
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isKnown = `${parent}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
    if (isKnown || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
lock.packages = Object.fromEntries(sorted);
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform builds added to package-lock.json`);
