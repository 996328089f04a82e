import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/find-program.mjs";

/**
 * A whole Chromium draws two pages behind its address bar for each device of a test, and keeps a spare process for a
 * next tab: nobody sees either. Only the last list of features counts, so what Playwright turns off comes again.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
];

/**
 * Chromium as root runs without its sandbox only. The other flags keep it from calling its maker's hosts: the tests
 * must hold on a machine without a network.
 */
const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

const executablePath = findBrowser();
if (executablePath === null) throw new Error("No Chromium or Chrome found: `npm test` says what to install.");

/** Browser tests of the built product; e2e/diapason.ts starts it afresh for each test. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // One more than the cores of a small machine: a test often waits for its server or its page.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Beside the other tests a small machine is busy to its last core: what passes at a second try is listed as flaky.
  retries: 1,
  // A test has its own server and browsers to wait for; on a busy machine they take their time.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // A page that comes from a service worker would pass by what a test does to its requests; e2e/offline-page.spec.ts allows them.
    serviceWorkers: "block",
    // Recording each test costs a third of the whole run; `npx playwright test --trace on` records the one in question.
    trace: "off",
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
  },
});
