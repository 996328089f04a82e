import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { type FreezingProxy, startFreezingProxy } from "#test/support/browser/freezing-proxy.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, sharePlanning, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsMember, upcomingCards } from "#test/support/browser/visits.ts";

const EVENTS = [
  planned("2099-11-15", "10:00", "Culte"),
  planned("2099-11-19", "19:30", "Répétition"),
  planned("2099-11-22", "20:00", "Veillée"),
];
/** For changes that a user should see within a few seconds. */
const SOON = { timeout: 10_000 };

/** The product behind a proxy that a test freezes. */
const test = base.extend<{ freezingProxy: FreezingProxy }>({
  freezingProxy: async ({}, provide) => {
    const freezingProxy = await startFreezingProxy();
    await provide(freezingProxy);
    await freezingProxy.close();
  },
  settings: ({ freezingProxy }, provide) =>
    provide({ BASE_URL: freezingProxy.url, PORT: String(freezingProxy.targetPort) }),
  // Depends on the product, so that it starts before the proxy's address is used.
  baseURL: ({ diapason, freezingProxy }, provide) => provide(diapason.url === "" ? "" : freezingProxy.url),
});

function offline(page: Page): Locator {
  return page.getByText("Hors ligne", { exact: true });
}

async function arrive(page: Page): Promise<void> {
  await sharePlanning(page, EVENTS);
  await arriveAsMember(page, YANNICK);
  await expect(upcomingCards(page)).toHaveCount(EVENTS.length);
}

test("a lost network is told at once, without a press, and its return as soon as the server answers", async ({
  page,
  context,
}) => {
  await arrive(page);
  const other = await openTab(page, "/group");
  await expectUpToDate(other);
  await context.setOffline(true);
  for (const tab of [page, other]) {
    await expect(offline(tab)).toBeVisible({ timeout: 2_000 });
    await expect(tab.getByText("À jour", { exact: true })).toHaveCount(0);
  }
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(offline(tab)).toHaveCount(0, SOON);
    await expectUpToDate(tab);
  }
});

test("a browser that is wrong about its network is not believed for longer than the server takes to answer", async ({
  page,
}) => {
  await arrive(page);
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/health"));
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  expect((await answered).status()).toBe(200);
  await expect(offline(page)).toHaveCount(0);
  await expectUpToDate(page);
});

test("behind a proxy that takes connections and answers nothing, every tab says so within seconds, and answers wait", async ({
  page,
  freezingProxy,
}) => {
  await arrive(page);
  const other = await openTab(page, "/");
  await expectUpToDate(other);
  freezingProxy.freeze();
  for (const tab of [page, other]) await expect(offline(tab)).toBeVisible(SOON);
  const card = upcomingCards(page).first();
  await card.getByRole("button", { name: "Présent", exact: true }).click();
  await expect(page.getByText("1 réponse en attente", { exact: true })).toBeVisible();
  freezingProxy.thaw();
  for (const tab of [page, other]) {
    await expect(offline(tab)).toHaveCount(0, SOON);
    await expectUpToDate(tab);
  }
  const events = await (await page.request.get("/api/events/upcoming?group=1&from=2099-01-01")).json();
  expect(events[0].availability).toHaveLength(1);
});

test("an answer that was on its way when the proxy froze is told as waiting", async ({ page, freezingProxy }) => {
  await arrive(page);
  freezingProxy.freeze();
  await upcomingCards(page).first().getByRole("button", { name: "Présent", exact: true }).click();
  await expect(page.getByText("1 réponse en attente", { exact: true })).toBeVisible(SOON);
  freezingProxy.thaw();
  await expectUpToDate(page);
});

test("a screen that is opened behind a frozen proxy says so within seconds too", async ({ page, freezingProxy }) => {
  await arrive(page);
  // The code of the screen is loaded; its data is not.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/event-screen")),
  );
  freezingProxy.freeze();
  await upcomingCards(page).first().getByRole("link", { name: "Culte" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
  await expect(offline(page)).toBeVisible(SOON);
});

test("a planning of this browser's own has nothing to be out of reach of", async ({ page, context }) => {
  await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
  await expect(upcomingCards(page)).toHaveCount(3);
  await context.setOffline(true);
  const card = upcomingCards(page).first();
  await card.getByRole("button", { name: "Présent", exact: true }).click();
  await expect(card.getByRole("button", { name: "Présent", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(offline(page)).toHaveCount(0);
});

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 600 },
]) {
  test(`what scrolls below the strip is not seen through it, ${size.width} wide`, async ({
    page,
    context,
    freezingProxy,
  }) => {
    await page.setViewportSize(size);
    await arrive(page);
    // The browser says that it is offline before it stops all calls: one that was answered would count as contact.
    freezingProxy.freeze();
    await context.setOffline(true);
    await expect(offline(page)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect(offline(page)).toBeInViewport();
    const { alphas, covers } = await offline(page).evaluate((words) => {
      const strip = words.closest(".sticky");
      const box = strip?.getBoundingClientRect();
      const colour = strip ? getComputedStyle(strip).backgroundColor : "";
      const top = box && document.elementFromPoint(innerWidth / 2, box.top + box.height / 2);
      return { alphas: colour, covers: strip?.contains(top ?? null) ?? false };
    });
    expect(alphas).toMatch(/^rgb\(/);
    expect(covers).toBe(true);
  });
}
