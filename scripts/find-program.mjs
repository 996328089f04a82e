/** Finds the external programs that the tests need, and installs them where that is possible (as root on Debian). */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

/** The headless one comes first: for the same pages it needs half the processor time of a full browser. */
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
const PLAYWRIGHT = fileURLToPath(new URL("../node_modules/@playwright/test/cli.js", import.meta.url));

/** Time limits for an unresponsive mirror or lock, in seconds. */
const APT_WAITS = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=120"];
/** Playwright retries several times, and each try would wait 30 s behind a firewall that drops packets. */
const DOWNLOAD_WAITS = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "5000" };

/** Whether this process has updated apt's package list; once is enough. */
let isListUpdated = false;

/** The one-line message when there is no browser. */
export const NO_BROWSER = "The browser tests need Chromium or Chrome: install one so that `chromium` is found on PATH.";

/** The system's Chromium or Chrome, else the one that Playwright has downloaded, else null. */
export function findBrowser() {
  return (
    BROWSERS.map(findOnPath).find(Boolean) ?? [...MAC_BROWSERS, chromium.executablePath()].find(existsSync) ?? null
  );
}

/** Makes sure that there is a browser: Debian's, or Playwright's own. @throws Error that names what to install by hand */
export function ensureBrowser() {
  const installs = [...DEBIAN_PACKAGES.map((name) => () => installDebianPackage(name)), downloadBrowser];
  let problem = browserProblem();
  for (const install of installs) {
    if (problem === null) return;
    install();
    problem = browserProblem();
  }
  if (problem !== null) throw new Error(problem);
}

/** Why browser tests cannot run, in one line, or null. A downloaded browser may miss libraries of the system. */
function browserProblem() {
  const browser = findBrowser();
  if (browser === null) return NO_BROWSER;
  const { status, error, stderr } = spawnSync(browser, ["--version"], { encoding: "utf8" });
  return status === 0 ? null : `${NO_BROWSER} ${browser} does not start: ${error?.message ?? lastLine(stderr)}`;
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split("\n").at(-1) ?? "";
}

/**
 * Makes sure that there is strace on Linux. The server's test of durable writes traces its system calls.
 * @throws Error that names what to install by hand
 */
export function ensureStrace() {
  if (process.platform !== "linux" || findOnPath("strace")) return;
  installDebianPackage("strace");
  if (findOnPath("strace")) return;
  throw new Error("The test of durable writes needs strace: install it so that `strace` is found on PATH.");
}

/** The programs for browser tests in Firefox and WebKit: the Debian package of each, and how to find it. */
const ENGINE_PROGRAMS = {
  firefox: { name: "firefox-esr", find: () => findOnPath("firefox-esr") ?? findOnPath("firefox") },
  xvfb: { name: "xvfb", find: () => findOnPath("Xvfb") },
  webkitDriver: { name: "webkit2gtk-driver", find: () => findOnPath("WebKitWebDriver") },
  // In the same package as the driver, but not on PATH.
  webkit: { name: "webkit2gtk-driver", find: () => globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0] ?? null },
};

/**
 * @param {keyof typeof ENGINE_PROGRAMS} program
 * @returns {string} its full path
 * @throws Error that names what to install by hand
 */
export function findEngineProgram(program) {
  const { name, find } = ENGINE_PROGRAMS[program];
  const found = find();
  if (found === null) throw new Error(`The journeys in Firefox and WebKit need Debian's ${name}: install it.`);
  return found;
}

/** Makes sure that Firefox and WebKit are there. @throws Error that names what to install by hand */
export function ensureEngines() {
  for (const { name, find } of Object.values(ENGINE_PROGRAMS)) if (find() === null) installDebianPackage(name);
  const missing = Object.values(ENGINE_PROGRAMS).filter(({ find }) => find() === null);
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ name }) => name))].join(", ");
  throw new Error(`The journeys in Firefox and WebKit need Debian's ${names}: install what is missing.`);
}

/** The programs that the tests of packages call, each with its Debian package. */
const PACKAGE_PROGRAMS = {
  mmdebstrap: "mmdebstrap",
  nginx: "nginx-light",
  caddy: "caddy",
  "systemd-analyze": "systemd",
  "dpkg-deb": "dpkg",
  unshare: "util-linux",
  nsenter: "util-linux",
  ip: "iproute2",
  openssl: "openssl",
  shellcheck: "shellcheck",
};

/**
 * Makes sure that the programs are there that test the release, its Debian package and the proxies.
 * @throws Error that names what to install by hand
 */
export function ensurePackagePrograms() {
  for (const [program, name] of Object.entries(PACKAGE_PROGRAMS)) if (!findOnPath(program)) installDebianPackage(name);
  const missing = Object.keys(PACKAGE_PROGRAMS).filter((program) => !findOnPath(program));
  if (missing.length === 0) return;
  throw new Error(`The tests of packages need a Debian, root, and on PATH: ${missing.join(", ")}.`);
}

/** A failure is not reported here: the caller checks again, and reports what is missing. */
function downloadBrowser() {
  console.log("Downloading a Chromium for the browser tests (playwright install chromium), a minute or so…");
  const environment = { ...process.env, ...DOWNLOAD_WAITS };
  spawnSync(process.execPath, [PLAYWRIGHT, "install", "chromium"], { env: environment, stdio: "ignore" });
}

/** @param {string} name */
function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !findOnPath("apt-get")) return;
  console.log(`Installing ${name} (apt-get install ${name}), a minute or so…`);
  if (!isListUpdated) runAptGet("update");
  isListUpdated = true;
  runAptGet("install", "-y", "--no-install-recommends", name);
}

/** @param {string[]} args */
function runAptGet(...args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync("apt-get", [...APT_WAITS, ...args], { env: environment, encoding: "utf8" });
  if (status !== 0) console.error(`apt-get ${args.join(" ")} failed: ${lastLine(stderr)}`);
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
