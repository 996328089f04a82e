/**
 * Screenshots of the built product with the invented team of the demo.
 *
 * `npm run screenshot` writes docs/dashboard.png for the README. `npm run screenshots -- FOLDER` writes every screen on a
 * phone and in a wide window, in light and dark, for comparison with the designs.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { DEMO_NOTICE } from "#text/demo/demo-team.ts";
import { upcomingCards } from "#test/support/browser/visits.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import playwrightConfig from "../playwright.config.ts";

const ROOT = join(import.meta.dirname, "..");
const README_PICTURE = join(ROOT, "docs/dashboard.png");
const DEMO = [process.execPath, join(ROOT, "dist/server/demo.js")];
const GROUP = "Louange du dimanche";
const WIDE = { width: 1280, height: 800 };
const WINDOWS = { phone: { width: 360, height: 740 }, wide: WIDE };
const SCHEMES = ["light", "dark"] as const;
const PUBLIC_SCREENS = { login: "/login", register: "/register" };
const LEADER_SCREENS = {
  "select-group": "/select-group",
  dashboard: "/",
  grid: "/grid",
  group: "/group",
  "create-event": "/create-event",
  users: "/users",
};

const folder = process.argv[2];
const demo = await startDiapason({}, DEMO);
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  if (folder === undefined) await pictureForReadme();
  else await pictureEverything(folder);
} finally {
  await browser.close();
  await demo.stop();
}

/** Opens a page of a new device, with nothing stored. */
async function openPage(viewport: { width: number; height: number }, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    baseURL: demo.url,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    viewport,
    colorScheme,
  });
  return context.newPage();
}

/** Signs in by the demo's own button, and chooses the group. */
async function enterAsLeader(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: DEMO_NOTICE.asLeader }).click();
  await page.getByRole("button", { name: GROUP, exact: true }).click();
  await page.getByRole("region", { name: "Calendrier" }).waitFor();
}

/** Takes the screenshot once the screen, its data and its fonts are loaded. A team's screens have no notice of a demo. */
async function picture(page: Page, path: string, file: string, isWhole = false): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading").first().waitFor();
  await page.getByRole("complementary", { name: DEMO_NOTICE.label }).evaluate((notice) => notice.remove());
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.screenshot({ path: file, fullPage: isWhole });
  console.log(file);
}

async function pictureForReadme(): Promise<void> {
  const page = await openPage(WIDE, "light");
  await enterAsLeader(page);
  await picture(page, "/", README_PICTURE);
}

/** The address of the next event whose line-up is to be repaired. */
async function brokenEvent(page: Page): Promise<string> {
  await page.goto("/", { waitUntil: "networkidle" });
  const card = upcomingCards(page).filter({ hasText: "Formation à réparer" }).first();
  return (await card.getByRole("link").first().getAttribute("href")) ?? "/";
}

async function pictureEverything(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    for (const scheme of SCHEMES) {
      const page = await openPage(viewport, scheme);
      const take = (name: string, path: string) =>
        picture(page, path, join(into, `${name}-${size}-${scheme}.png`), size === "phone");
      for (const [name, path] of Object.entries(PUBLIC_SCREENS)) await take(name, path);
      await enterAsLeader(page);
      const screens = { ...LEADER_SCREENS, event: await brokenEvent(page) };
      for (const [name, path] of Object.entries(screens)) await take(name, path);
      await page.context().close();
    }
  }
}
