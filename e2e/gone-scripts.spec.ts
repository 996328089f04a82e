import type { Locator, Page, Route } from "@playwright/test";
import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { CAMILLE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { menuButton, openProfile } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { arriveAsAdmin, arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsMember, signUp, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const ASSETS = "**/assets/**";
const SENTENCE = "Cette page ne peut pas s'afficher";

// A private window and the browser inside another app have no service worker, which would keep the old scripts.
test.use({ serviceWorkers: "block", settings: LINK_SETTINGS });

test.beforeEach(async ({ page }) => {
  // So that no screen is fetched ahead.
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
});

/** The pages that are asked for from now on. */
function recordPages(page: Page): string[] {
  const pages: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pages.push(new URL(request.url()).pathname);
  });
  return pages;
}

/** A newer version is deployed: the files of this page are gone. The next page names other ones. */
async function deploy(page: Page): Promise<string[]> {
  const pages = recordPages(page);
  await page.route(ASSETS, (route) =>
    pages.length === 0 ? route.fulfill({ status: 404, body: "Not found" }) : route.fallback(),
  );
  return pages;
}

/** As a press of a link does: without asking for a page. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, "", address), path);
}

test("in a tab from before an upgrade, each screen is loaded anew once, and shows", async ({ page }) => {
  test.slow();
  await arriveAsAdmin(page, [CULTE]);
  const pages = await deploy(page);
  for (const path of [...screensOf(CULTE.date, CULTE.id), `/events/${CULTE.id}/edit`, "/users/add"].slice(2)) {
    await test.step(path, async () => {
      // Each time the tab is one from before an upgrade, on the dashboard.
      await page.goto("/");
      await expectUpToDate(page);
      pages.length = 0;
      await goInside(page, path);
      await expect.poll(() => pages).toHaveLength(1);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(SENTENCE)).toHaveCount(0);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
      expect(pages).toEqual([path.replace(/\?.*/, "")]);
    });
  }
});

test("a pressed link to a screen whose script is gone leads there, and the next one, too", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE]);
  const pages = await deploy(page);
  await upcomingCard(page, "Culte").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Culte" })).toBeVisible();
  // A later part of the page may notice it first.
  expectOnce(pages);
  // The next upgrade comes while the same tab is open.
  pages.length = 0;
  await page.getByRole("link", { name: "Modifier l'événement", exact: true }).click();
  await expect(page.getByLabel("Nom de l'événement", { exact: true })).toHaveValue("Culte");
  expectOnce(pages);
});

/** Each of the pages was loaded anew once. */
function expectOnce(pages: readonly string[]): void {
  expect(pages).not.toEqual([]);
  expect(pages).toEqual([...new Set(pages)]);
}

test("a link that is pressed while the page is being loaded anew leads there", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE]);
  await expect(upcomingCard(page, "Culte")).toBeVisible();
  // Playwright would wait for the page that comes.
  await page.evaluate(() => {
    const press = () => document.querySelector<HTMLElement>("main h3 a")?.click();
    navigation.addEventListener("navigate", () => queueMicrotask(press), { once: true });
  });
  const pages = await deploy(page);
  await failAnImport(page);
  await expect(page.getByRole("heading", { level: 1, name: "Culte" })).toBeVisible();
  expectOnce(pages);
  await page.goBack();
  await expect(upcomingCard(page, "Culte")).toBeVisible();
});

test("a script that is gone for good has the page loaded anew once, then a sentence and a button", async ({
  openDevice,
}) => {
  // React logs what it could not show.
  const page = await openDevice({ serviceWorkers: "block" });
  await arriveAsAdmin(page, [CULTE]);
  const pages = recordPages(page);
  await page.route(/\/create-event-screen-/, (route) => route.fulfill({ status: 404, body: "Not found" }));
  await goInside(page, "/create-event");
  await expect(page.getByRole("heading", { name: SENTENCE })).toBeVisible();
  expect(pages).toEqual(["/create-event"]);
  await page.unroute(/\/create-event-screen-/);
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await expect(page.getByLabel("Nom de l'événement", { exact: true })).toBeVisible();
});

test("without the network, nothing is loaded anew: a sentence says it", async ({ openDevice }) => {
  const page = await openDevice({ serviceWorkers: "block" });
  await arriveAsAdmin(page, [CULTE]);
  const pages = recordPages(page);
  await page.context().setOffline(true);
  await goInside(page, "/create-event");
  await expect(page.getByRole("heading", { name: SENTENCE })).toBeVisible();
  expect(pages).toEqual([]);
});

test("a page that is being left is not loaded anew when the browser cancels its scripts", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE]);
  const pages = recordPages(page);
  const [script, next] = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()];
  await page.route(/\/create-event-screen-/, script.resolve, { times: 1 });
  await page.route("**/group", next.resolve);
  await goInside(page, "/create-event");
  const cancelled = await script.promise;
  // Playwright evaluates nothing in a page that is being left. The calls take longer than to find the script again.
  await page.evaluate(() => {
    addEventListener("vite:preloadError", () => void callAFewTimes());
    async function callAFewTimes() {
      for (const call of ["first", "second", "third", "last"])
        await fetch(`/api/health?${call}`, { cache: "no-store" });
    }
    location.assign("/group");
  });
  const slow = await next.promise;
  // Firefox and Safari do so at once, and still show the page.
  const lastCall = page.waitForResponse("**/api/health?last");
  await cancelled.abort();
  await lastCall;
  await slow.continue();
  await expect(page).toHaveURL("/group");
  await expectUpToDate(page);
  expect(pages).toEqual(["/group"]);
});

interface OpenForm {
  readonly path: string;
  readonly fields: (page: Page) => readonly (readonly [Locator, string])[];
}

const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });

const FORMS: Record<string, OpenForm> = {
  "a new event": {
    path: "/create-event",
    fields: (page) => [
      [field(page, "Nom de l'événement"), "Concert de Noël"],
      [field(page, "Date"), "2099-12-24"],
    ],
  },
  "the change of an event": {
    path: `/events/${CULTE.id}/edit`,
    fields: (page) => [
      [field(page, "Nom de l'événement"), "Culte de Noël"],
      [field(page, "Date"), "2099-12-24"],
    ],
  },
  "new and changed groups": {
    path: "/select-group",
    fields: (page) => [
      [field(page, "Nom du groupe"), "Chorale"],
      [field(page, "Nouveau nom"), "Louange"],
    ],
  },
  absences: {
    path: "/absences",
    fields: (page) => [
      [field(page, "Du"), "2099-12-01"],
      [field(page, "Au"), "2099-12-24"],
    ],
  },
  users: {
    path: "/users",
    fields: (page) => [
      [page.getByRole("searchbox"), "Morel"],
      [page.locator("main input[type=email]"), "noe@example.org"],
    ],
  },
  "a list of people": {
    path: "/users/add",
    fields: (page) => [[page.getByRole("textbox"), "Inès ; Moreau\nPaul ; Mercier"]],
  },
};

for (const [name, { path, fields }] of Object.entries(FORMS)) {
  test(`what is typed into the form of ${name} is there again after an upgrade`, async ({ page }) => {
    await arriveAsAdmin(page, [CULTE], path);
    for (const [control, text] of fields(page)) await control.fill(text);
    const pages = await deploy(page);
    await menuButton(page).click();
    await expect.poll(() => pages).toEqual([path]);
    for (const [control, text] of fields(page)) await expect(control).toHaveValue(text);
    await expect(page.getByText(SENTENCE)).toHaveCount(0);
  });
}

test("a typed word with the answer is there again after an upgrade, and can be saved", async ({ page, request }) => {
  await shareElsewhere(request, [CULTE]);
  await arriveAsMember(page, YANNICK);
  await page.goto(`/events/${CULTE.id}`);
  await page.getByRole("button", { name: "Présent", exact: true }).click();
  const word = field(page, "Un mot (facultatif)");
  await word.fill("J'arrive à 9 h");
  const pages = await deploy(page);
  await menuButton(page).click();
  await expect.poll(() => pages).toHaveLength(1);
  await expect(word).toHaveValue("J'arrive à 9 h");
  await page.getByRole("button", { name: "Enregistrer le mot", exact: true }).click();
  await expect(page.getByText("Mot enregistré.")).toBeVisible();
});

test("a changed profile is there again after an upgrade, once it is opened", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE]);
  const wish = Promise.withResolvers<void>();
  await page.route(/\/preferences-/, async (route) => {
    await wish.promise;
    await (pages.length === 0 ? route.fulfill({ status: 404, body: "Not found" }) : route.fallback());
  });
  const dialog = await openProfile(page);
  await field(dialog, "Prénom").fill("Zoé");
  const pages = recordPages(page);
  wish.resolve();
  await expect.poll(() => pages).toHaveLength(1);
  await expect(field(await openProfile(page), "Prénom")).toHaveValue("Zoé");
});

for (const [path, typed] of Object.entries({
  "/login": { "Adresse e-mail": CAMILLE.email },
  "/register": { Prénom: "Camille", Nom: "Perrin", "Adresse e-mail": CAMILLE.email },
})) {
  test(`what is typed at ${path} is there again after an upgrade, but no password`, async ({ page }) => {
    await page.goto(path);
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
    await field(page, "Mot de passe").fill("croche-pointée-7");
    // Shown, it is a field like any other.
    await page.getByRole("button", { name: "Afficher le mot de passe" }).first().click();
    const pages = await deploy(page);
    await failAnImport(page);
    await expect.poll(() => pages).toEqual([path]);
    for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
    await expect(field(page, "Mot de passe")).toHaveValue("");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("croche");
  });
}

/** A part of the page that comes later. It reports its failure as the build's own code does. */
async function failAnImport(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const address = `${location.origin}/assets/gone.js`;
    const payload = await import(address).catch((error: unknown) => error);
    dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  });
}

test("an e-mail address typed before the scripts, which are gone, is there again after an upgrade", async ({
  page,
}) => {
  const pages = recordPages(page);
  await page.route(/\/assets\/.*\.js/, (route) =>
    pages.length < 2 ? route.fulfill({ status: 404, body: "Not found" }) : route.fallback(),
  );
  await page.goto("/login");
  await field(page, "Adresse e-mail").fill(CAMILLE.email);
  await expect.poll(() => pages).toHaveLength(2);
  await expect(field(page, "Adresse e-mail")).toHaveValue(CAMILLE.email);
});

test("what somebody typed is not shown to the next user of the tab", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE], "/absences");
  await field(page, "Du").fill("2099-12-24");
  const pages = await deploy(page);
  const signedIn = Promise.withResolvers<void>();
  await page.route("**/absences", async (route) => {
    await signedIn.promise;
    await route.fallback();
  });
  await menuButton(page).click();
  await expect.poll(() => pages).toHaveLength(1);
  const other = await page.context().newPage();
  await returnAsMember(other, YANNICK, { selectedGroup: "1" });
  signedIn.resolve();
  await expect(page.getByRole("button", { name: /^Menu utilisateur, Y/ })).toBeVisible();
  await expect(field(page, "Du")).toHaveValue("");
});

test("a session that ends with its tab outlives an upgrade, with what was typed, but no reload", async ({
  page,
  request,
}) => {
  await shareElsewhere(request, [CULTE]);
  await signUp(request, YANNICK);
  await page.goto("/login");
  await field(page, "Adresse e-mail").fill(YANNICK.email);
  await field(page, "Mot de passe").fill(YANNICK.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.waitForURL("**/select-group");
  await goInside(page, "/absences");
  await field(page, "Du").fill("2099-12-24");
  const pages = await deploy(page);
  await menuButton(page).click();
  await expect.poll(() => pages).toEqual(["/absences"]);
  await expect(field(page, "Du")).toHaveValue("2099-12-24");
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

test("the page of an answer link is loaded anew where the code of its button is gone", async ({ page, request }) => {
  await shareElsewhere(request, [CULTE]);
  const { id } = await signUp(request, YANNICK);
  await page.goto(answerAddress({ userId: id, eventId: CULTE.id, pressed: "present" }));
  await page.getByRole("button", { name: "Présent", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("C'est noté : présent.");
  const pages = await deploy(page);
  await page.getByRole("button", { name: /agenda/ }).click();
  await expect.poll(() => pages).toHaveLength(1);
  await expect(page.getByRole("heading", { name: "Culte" })).toBeVisible();
});
