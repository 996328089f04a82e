/**
 * Screenshots of the built product with an invented team.
 *
 * `npm run screenshot` writes docs/dashboard.png for the README. `npm run screenshots -- FOLDER` writes every screen on a
 * phone and in a wide window, in light and dark, for comparison with the designs.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";
import playwrightConfig from "../playwright.config.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import { CAMILLE, inventMonth, OTHERS, registerTeam } from "./invented-team.ts";

const README_PICTURE = join(import.meta.dirname, "../docs/dashboard.png");
const GROUP = "1";
const WIDE = { width: 1280, height: 800 };
const WINDOWS = { phone: { width: 360, height: 740 }, wide: WIDE };
const SCHEMES = ["light", "dark"] as const;
const PUBLIC_SCREENS = { login: "/login", register: "/register" };
const ADMIN_SCREENS = {
  "select-group": "/select-group",
  dashboard: "/",
  "create-event": "/create-event",
  users: "/users",
};

const folder = process.argv[2];
const diapason = await startDiapason();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  if (folder === undefined) await pictureForReadme();
  else await pictureEverything(folder);
} finally {
  await browser.close();
  await diapason.stop();
}

/** Opens a page of a new device, with nothing stored. */
async function openPage(viewport: { width: number; height: number }, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    baseURL: diapason.url,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    viewport,
    colorScheme,
  });
  return context.newPage();
}

/** Takes the screenshot once the screen, its data and its fonts are loaded. */
async function picture(page: Page, path: string, file: string, isWhole = false): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading").first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.screenshot({ path: file, fullPage: isWhole });
  console.log(file);
}

async function pictureForReadme(): Promise<void> {
  const others = await registerTeam(diapason.url, OTHERS);
  const page = await openPage(WIDE, "light");
  const { id } = await returnAsMember(page, CAMILLE, { selectedGroup: GROUP });
  const events = inventMonth([{ id, person: CAMILLE }, ...others]);
  await page.evaluate((stored) => localStorage.setItem("events", stored), JSON.stringify(events));
  await picture(page, "/", README_PICTURE);
}

async function pictureEverything(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const events = inventMonth(await registerTeam(diapason.url, [CAMILLE, ...OTHERS]));
  const screens = { ...ADMIN_SCREENS, event: `/events/${events.at(-1)?.id}` };
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    for (const scheme of SCHEMES) {
      const page = await openPage(viewport, scheme);
      const take = (name: string, path: string) =>
        picture(page, path, join(into, `${name}-${size}-${scheme}.png`), size === "phone");
      for (const [name, path] of Object.entries(PUBLIC_SCREENS)) await take(name, path);
      await returnAsAdmin(page, { events, selectedGroup: GROUP });
      for (const [name, path] of Object.entries(screens)) await take(name, path);
      await page.context().close();
    }
  }
}
