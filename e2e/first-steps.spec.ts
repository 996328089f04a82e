import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, share, sharePlanning } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsAdmin, returnAsMember, signUp, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const OLD = planned("2001-01-07", "10:00", "Culte");

test.use({ viewport: { width: 360, height: 740 } });

function steps(page: Page): Locator {
  return region(page, "Premiers pas");
}

/** The steps that are ticked, by their first words. */
async function expectDone(page: Page, done: readonly [boolean, boolean, boolean]): Promise<void> {
  await expect(steps(page).getByText(`${done.filter(Boolean).length} sur 3`)).toBeVisible();
  const items = steps(page).getByRole("listitem");
  for (const [index, isDone] of done.entries()) {
    await expect(items.nth(index).getByText("fait", { exact: true })).toHaveCount(isDone ? 1 : 0);
  }
}

async function createEvent(page: Page): Promise<void> {
  await field(page, "Nom de l'événement").fill("Culte");
  await field(page, "Date").fill("2099-11-15");
  await field(page, "Heure").selectOption("10:00");
  await field(page, "Lieu").fill("Temple");
  await button(page, "Créer l'événement").click();
  await expect(page).toHaveURL("/?jour=2099-11-15");
}

test("an admin takes three steps from an empty planning to a team, each ticked, and they are gone", async ({
  page,
  request,
}) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await expectDone(page, [false, false, false]);
  await expect(page.getByRole("main").getByRole("link", { name: "Créer un événement" })).toHaveCount(1);
  await steps(page).getByRole("link", { name: "Créer un événement" }).click();
  await createEvent(page);
  await expectDone(page, [true, false, false]);
  await page.reload();
  await expectDone(page, [true, false, false]);
  await steps(page).getByRole("link", { name: "Partager avec l'équipe" }).click();
  await share(page);
  await expect(page.getByText("À jour", { exact: true })).toBeVisible();
  await page.goto("/");
  await expectDone(page, [true, true, false]);
  await expect(steps(page).getByRole("link", { name: "Ajouter des personnes" })).toHaveAttribute("href", "/users/add");
  await signUp(request, YANNICK);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Tout est prêt." })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(upcomingCards(page)).toHaveCount(1);
  await expectUpToDate(page);
  await expect(button(page, "Répondre pour le mois").or(page.getByRole("link", { name: "Grille" }))).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByText("Tout est prêt.")).toHaveCount(0);
});

test("they are ticked in any order: a shared planning with a team lacks its first event only", async ({
  page,
  request,
}) => {
  await sharePlanning(page, []);
  await signUp(request, YANNICK);
  await page.evaluate(() => localStorage.setItem("selectedGroup", "1"));
  await page.goto("/");
  await expectDone(page, [false, true, true]);
  await steps(page).getByRole("link", { name: "Créer un événement" }).click();
  await createEvent(page);
  await expect(page.getByText("Tout est prêt.")).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
});

test("hidden, they stay hidden in this browser, and the empty list has its button again", async ({ page }) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await button(steps(page), "Masquer").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(region(page, "Prochains événements").getByRole("link", { name: "Créer un événement" })).toBeVisible();
  const other = await openTab(page, "/");
  await expect(other.getByRole("link", { name: "Grille", exact: true })).toBeVisible();
  await expect(steps(other)).toHaveCount(0);
});

/** The parts that come after the first view are there. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: "Grille", exact: true })).toBeVisible();
}

for (const event of [CULTE, OLD]) {
  test(`an older planning never shows them, alone with an event of ${event.date.slice(0, 4)}`, async ({ page }) => {
    await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
    await page.goto("/");
    await expectWhole(page);
    await expect(steps(page)).toHaveCount(0);
  });

  test(`a shared one neither, with an event of ${event.date.slice(0, 4)}`, async ({ page }) => {
    await sharePlanning(page, [event]);
    await page.evaluate(() => localStorage.setItem("selectedGroup", "1"));
    await page.goto("/");
    await expectUpToDate(page);
    await expectWhole(page);
    await expect(steps(page)).toHaveCount(0);
  });
}

test("a member has no steps to take", async ({ page }) => {
  await returnAsMember(page, YANNICK, { selectedGroup: "1" });
  await page.goto("/");
  await expectWhole(page);
  await expect(steps(page)).toHaveCount(0);
});

test("they cost no call of the API", async ({ page }) => {
  await sharePlanning(page, []);
  await page.evaluate(() => localStorage.setItem("selectedGroup", "1"));
  const opened = page.waitForResponse((response) => response.url().includes("/api/changes"));
  await page.goto("/");
  await expectDone(page, [false, true, false]);
  await opened;
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/changes") calls.push(pathname);
  });
  await page.reload();
  await expectDone(page, [false, true, false]);
  await expectUpToDate(page);
  expect(calls).toEqual([]);
});

test("they are above the month on a phone and beside it on a wide screen, and break no rule of WCAG 2.2 AA", async ({
  page,
}) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await expectDone(page, [false, false, false]);
  const [box, month] = [await steps(page).boundingBox(), await region(page, "Calendrier").boundingBox()];
  if (box === null || month === null) throw new Error("not there");
  expect(box.y + box.height).toBeLessThanOrEqual(month.y);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const list = await region(page, "Prochains événements").boundingBox();
  const beside = await steps(page).boundingBox();
  if (list === null || beside === null) throw new Error("not there");
  expect(Math.abs(beside.x - list.x)).toBeLessThan(1);
  expect(beside.y + beside.height).toBeLessThanOrEqual(list.y);
});
