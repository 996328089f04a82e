import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/find-program.mjs";
import type { EngineName } from "./test/support/engines/engines.ts";
import { keepCompiledCode } from "./test/support/process/compiled-code.ts";

// Before any worker starts.
keepCompiledCode();

/**
 * A full Chromium renders two hidden pages behind its address bar for each test device, and keeps a spare process for
 * the next tab. Chromium uses only the last such list, so the features that Playwright disables are repeated here.
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
 * As root, Chromium runs only without its sandbox. The other flags keep it from calling its vendor's hosts, as the
 * tests must work without a network.
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

/** A test's page lives for seconds, too short for its optimised code to pay off. Benchmarks run as users do. */
const WITHOUT_OPTIMISED_CODE = "--js-flags=--no-maglev --no-turbofan";

/**
 * Null where `test/support/browser/require-browser.ts` then ends the run. Loading this file, as the linter does, must
 * not need a browser.
 */
const browser = findBrowser();

const launchOptions = {
  ...(browser !== null && { executablePath: browser }),
  args: CHROMIUM_FLAGS,
  // Without a locale that knows UTF-8, Chromium saves no download below a folder with an accent in its name.
  env: { ...process.env, LC_ALL: "C.UTF-8" },
};

/** Journeys in the engines that Playwright cannot drive. */
const ENGINES = "**/engines/**";

/** Browser tests of the built product; test/support/browser/diapason.ts starts its server afresh for each test. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: ["./test/support/browser/require-browser.ts", "./test/support/browser/build-server.ts"],
  // The built server needs no translation.
  build: { external: ["**/dist/**"] },
  // One more than the cores of a small machine: a test often waits for its server or its page.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A small machine is fully busy with the other tests. A test that passes on retry is listed as flaky.
  retries: 1,
  // Each test waits for its own server and browsers, which are slow on a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  // The others come first, so that Chromium's workers take over when theirs end. Each has one browser, hence one worker.
  projects: [
    ...(["firefox", "webkit"] as const).map((engineName) => ({
      name: engineName,
      testMatch: ENGINES,
      use: { engineName },
      workers: 1,
      // Each takes a few seconds, where the machine is not busy.
      timeout: 120_000,
      fullyParallel: false,
    })),
    {
      name: "chromium",
      testIgnore: ENGINES,
      use: { launchOptions: { ...launchOptions, args: [...CHROMIUM_FLAGS, WITHOUT_OPTIMISED_CODE] } },
    },
  ],
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // A page served by a service worker would bypass the request handlers of a test. Only e2e/offline-page.spec.ts
    // allows service workers.
    serviceWorkers: "block",
    // Recording every test would take a third of the run. `npx playwright test --trace on` records a single one.
    trace: "off",
    launchOptions,
  },
});
