import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { CopiedProduct } from "#test/support/browser/copied-product.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { openTab, returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const SITE = join(import.meta.dirname, "../dist/client");
const REHEARSAL = planned("2099-11-24", "19:30", "Répétition");
const VISIT = { events: [REHEARSAL], selectedGroup: "1" };
const SLOGAN = "Le planning qui sonne juste";
const NEXT_SLOGAN = "Le planning qui sonne encore plus juste";
const READY = "Une nouvelle version est prête";

test.use({ serviceWorkers: "allow" });

/** Waits until the browser has stored the whole page. */
async function pageKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Opens the dashboard of a returning user, and waits until the page is stored. */
async function visit(page: Page): Promise<void> {
  await returnAsMember(page, CAMILLE, VISIT);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
  await pageKept(page);
}

/** Waits until the browser has loaded a newer version, which is not active yet. */
async function newerKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Makes the page visible again: it then checks for a newer version. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await newerKept(page);
}

/** A text that differs between the versions. */
function slogan(page: Page) {
  return page.getByRole("contentinfo").getByText("Le planning");
}

test.describe("a page that was opened before opens again", () => {
  async function expectToOpen(page: Page): Promise<void> {
    await page.reload();
    await expect(page.getByRole("region", { name: "Prochains événements" }).getByText("Répétition")).toBeVisible();
    const tab = await openTab(page, `/events/${REHEARSAL.id}`);
    await expect(tab.getByRole("heading", { name: "Répétition" })).toBeVisible();
    await tab.getByRole("button", { name: "Présent" }).click();
    await expect(tab.getByRole("region", { name: "Équipe" }).getByText("Camille Perrin")).toBeVisible();
  }

  test("without a server", async ({ page, diapason }) => {
    await visit(page);
    await diapason.stop();
    await expectToOpen(page);
  });

  test("without a network", async ({ page, context }) => {
    await visit(page);
    await context.setOffline(true);
    await expectToOpen(page);
  });
});

/** The files of the built page, without compressed copies and files that only tools read. */
function filesOfPage(): string[] {
  const files = readdirSync(SITE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `/${relative(SITE, join(parentPath, name))}`);
  return paths.filter(
    (path) =>
      !/\.(br|gz|map|webmanifest)$|^\/(?:sw\.js|page-scripts\.json|plain-page\.css|demo\.(?:css|js)|front-door\.html|assets\/front-door-.*)$|^\/icons\//.test(
        path,
      ),
  );
}

test("all files of the page are kept, and none of the server's answers", async ({ page, diapason }) => {
  await visit(page);
  await page.reload();
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(filesOfPage().toSorted());
  await diapason.stop();
  expect(await page.evaluate(() => fetch("/api/config").catch(() => "no answer"))).toBe("no answer");
});

for (const path of [
  "/reset-password?token=secret",
  "/register?invitation=secret",
  "/confirm-email?token=secret",
  "/calendar/secret.ics",
]) {
  test(`${path}, an address that is secret, always comes from the server`, async ({ page }) => {
    await visit(page);
    const login = await page.goto("/select-group");
    const guarded = await page.goto(path);
    expect([login?.fromServiceWorker(), guarded?.fromServiceWorker()]).toEqual([true, false]);
    expect(guarded?.headers()["referrer-policy"]).toBe("no-referrer");
  });
}

test("the browser reads the manifest without complaint, and each of its icons is a picture", async ({
  page,
  request,
}) => {
  await page.goto("/login");
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  const { name, lang, icons } = JSON.parse(data ?? "{}");
  expect([errors, name, lang]).toEqual([[], "Diapason", "fr"]);
  for (const { src, type } of icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]?.split(";")[0]]).toEqual([200, type]);
  }
});

test("a browser without service workers opens the page as before", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
  });
  await returnAsMember(page, CAMILLE, VISIT);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
});

/** Each test gets a copy of the product that it may change. */
const testCopy = test.extend<{ product: CopiedProduct }>({
  product: async ({}, provide) => {
    const product = await CopiedProduct.create();
    await product.start();
    await provide(product);
    await product.delete();
  },
  baseURL: ({ product }, provide) => provide(product.url),
});

testCopy.describe("a newer version", () => {
  /** Opens the form for a new event and types into it. */
  async function openForm(page: Page): Promise<void> {
    await page.goto("/create-event");
    await nameField(page).fill("Répétition générale");
  }

  function nameField(page: Page) {
    return page.getByLabel("Nom de l'événement");
  }

  function update(page: Page): Promise<void> {
    return page.getByRole("button", { name: "Mettre à jour" }).click();
  }

  testCopy(
    "is offered, and comes when it is wanted: until then what is half typed stays",
    async ({ page, product }) => {
      await returnAsAdmin(page, { selectedGroup: "1" });
      await openForm(page);
      await pageKept(page);
      await product.upgrade([SLOGAN, NEXT_SLOGAN]);
      await comeBack(page);
      await expect(page.getByRole("status")).toContainText(READY);
      await expectAccessible(page);
      await expect(nameField(page)).toHaveValue("Répétition générale");
      // A part of the page not loaded before: it must be of the open version, which the server no longer has.
      await page.getByRole("button", { name: "Menu utilisateur" }).click();
      await page.getByRole("button", { name: "Modifier le profil" }).click();
      await expect(page.getByRole("dialog", { name: "Modifier le profil" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(slogan(page)).toHaveText(SLOGAN);
      await update(page);
      await expect(slogan(page)).toHaveText(NEXT_SLOGAN);
      await expect(page.getByText(READY)).toHaveCount(0);
    },
  );

  testCopy("comes to the other tabs too, but not where somebody is typing", async ({ page, product }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await openForm(page);
    await pageKept(page);
    const [idle, pressed] = [await openTab(page, "/users"), await openTab(page, "/")];
    await product.upgrade([SLOGAN, NEXT_SLOGAN]);
    await comeBack(pressed);
    await update(pressed);
    for (const tab of [pressed, idle]) await expect(slogan(tab)).toHaveText(NEXT_SLOGAN);
    await expect(nameField(page)).toHaveValue("Répétition générale");
    await expect(slogan(page)).toHaveText(SLOGAN);
    await update(page);
    await expect(slogan(page)).toHaveText(NEXT_SLOGAN);
  });

  testCopy("is what a page that is opened since then shows, and needs no offer", async ({ page, product }) => {
    await visit(page);
    await product.upgrade([SLOGAN, NEXT_SLOGAN]);
    await comeBack(page);
    await expect(page.getByText(READY)).toBeVisible();
    await page.reload();
    await expect(slogan(page)).toHaveText(NEXT_SLOGAN);
    await expect(page.getByText(READY)).toHaveCount(0);
    await product.stop();
    await page.reload();
    await expect(slogan(page)).toHaveText(SLOGAN);
  });

  testCopy("mends a page that is broken, at the second reload", async ({ openDevice, product }) => {
    const page = await openDevice();
    await visit(page);
    await product.upgrade(["getElementById(`root`)", "getElementById(`nowhere`)"]);
    await comeBack(page);
    await update(page);
    await expect(page.locator("#root > *")).toHaveCount(0);
    await product.upgrade(["getElementById(`nowhere`)", "getElementById(`root`)"], [SLOGAN, NEXT_SLOGAN]);
    await page.reload();
    await newerKept(page);
    await page.reload();
    await expect(slogan(page)).toHaveText(NEXT_SLOGAN);
  });
});
