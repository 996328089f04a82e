import type { Page } from "@playwright/test";
import { CopiedProduct } from "./copied-product.ts";
import { expect, test } from "./diapason.ts";
import { planned } from "./planned.ts";
import { openTab, returnAsAdmin, returnAsMember } from "./visits.ts";

const CAMILLE = {
  firstName: "Camille",
  lastName: "Perrin",
  email: "camille@example.org",
  password: "motdepasse",
  services: ["Voix"],
};
const REHEARSAL = planned("2099-11-24", "19:30", "Répétition");
const VISIT = { events: [REHEARSAL], selectedGroup: "1" };
const SLOGAN = "Le planning qui sonne juste";
const NEXT_SLOGAN = "Le planning qui sonne encore plus juste";
const READY = "Une nouvelle version est prête";

test.use({ serviceWorkers: "allow" });

/** Once the browser has kept the whole page. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Opens the dashboard of somebody who was here before, and waits until it is kept. */
async function visit(page: Page): Promise<void> {
  await returnAsMember(page, CAMILLE, VISIT);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
  await kept(page);
}

/** Somebody comes back to the page, and the browser has got the newer version. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    const registration = await navigator.serviceWorker.ready;
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

function slogan(page: Page) {
  return page.getByRole("contentinfo");
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

test("of the server's answers none is kept, only files of the page", async ({ page, diapason }) => {
  await visit(page);
  await page.reload();
  await page.goto("/select-group");
  await expect(page.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
  const urls = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(urls).toContain("/index.html");
  expect(urls.filter((url) => !/^\/(assets\/[^/]+|index\.html|appearance\.js|favicon\.svg)$/.test(url))).toEqual([]);
  await diapason.stop();
  expect(await page.evaluate(() => fetch("/api/config").catch(() => "no answer"))).toBe("no answer");
});

test("the page of a password reset, whose address is secret, always comes from the server", async ({ page }) => {
  await visit(page);
  const login = await page.goto("/select-group");
  const reset = await page.goto("/reset-password?token=secret");
  expect([login?.fromServiceWorker(), reset?.fromServiceWorker()]).toEqual([true, false]);
  expect(reset?.headers()["referrer-policy"]).toBe("no-referrer");
});

test("the browser finds nothing against installing the page", async ({ page }) => {
  await visit(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect([errors, JSON.parse(data ?? "{}").name]).toEqual([[], "Diapason"]);
  expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([
    // Of every page that a test opens.
    { errorId: "in-incognito", errorArguments: [] },
  ]);
});

test("a browser without service workers opens the page as before", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
  });
  await returnAsMember(page, CAMILLE, VISIT);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
});

test.describe("a newer version", () => {
  let product: CopiedProduct;

  test.beforeEach(async () => {
    product = await CopiedProduct.create();
    await product.start();
  });
  test.afterEach(() => product.delete());
  test.use({ baseURL: async ({}, provide) => provide(undefined) });

  async function openForm(page: Page): Promise<void> {
    await page.goto(`${product.url}/create-event`);
    await page.getByLabel("Nom de l'événement").fill("Répétition générale");
  }

  function update(page: Page): Promise<void> {
    return page.getByRole("button", { name: "Mettre à jour" }).click();
  }

  test("is offered, and comes when it is wanted: until then what is half typed stays", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await openForm(page);
    await kept(page);
    await product.upgrade([SLOGAN, NEXT_SLOGAN]);
    await comeBack(page);
    await expect(page.getByRole("status")).toContainText(READY);
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Répétition générale");
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await expect(slogan(page)).toContainText(SLOGAN);
    await update(page);
    await expect(slogan(page)).toContainText(NEXT_SLOGAN);
    await expect(page.getByText(READY)).toHaveCount(0);
  });
});
