/** Finds the outside programs that the tests need, and installs what can be installed. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** First the one without a window: half the work of a whole browser for the same pages. */
const BROWSERS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const DEBIAN_PACKAGES = ["chromium-headless-shell", "chromium"];
const MAC_BROWSERS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The system's Chromium or Chrome, else the one that Playwright has downloaded, else null. */
export function findBrowser() {
  return (
    BROWSERS.map(findOnPath).find(Boolean) ?? [...MAC_BROWSERS, chromium.executablePath()].find(existsSync) ?? null
  );
}

/** Makes sure that there is a browser: Debian's, or Playwright's own. Throws with what to install by hand. */
export function ensureBrowser() {
  if (findBrowser()) return;
  for (const name of DEBIAN_PACKAGES) {
    installDebianPackage(name);
    if (findBrowser()) return;
  }
  console.log("Downloading a Chromium for the browser tests (playwright install chromium)…");
  spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], { stdio: "inherit" });
  if (findBrowser()) return;
  throw new Error("The browser tests need Chromium or Chrome: install one so that `chromium` is found on PATH.");
}

/** The server's test of durable writes watches its system calls; only Linux has strace. */
export function ensureStrace() {
  if (process.platform !== "linux" || findOnPath("strace")) return;
  installDebianPackage("strace");
  if (findOnPath("strace")) return;
  throw new Error("The test of durable writes needs strace: install it so that `strace` is found on PATH.");
}

/** @param {string} name */
function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !findOnPath("apt-get")) return;
  console.log(`Installing ${name} (apt-get install ${name}), a minute or so…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", name]]) {
    const { status, stdout, stderr } = spawnSync("apt-get", words, { env: environment, encoding: "utf8" });
    if (status !== 0) console.error(`apt-get ${words.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

/**
 * @param {string} name
 * @returns {string | null} its full path
 */
function findOnPath(name) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
