import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { dayOf, returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };
const MISSING = "Rôles critiques manquants";

const NOVEMBER = [
  planned("2026-11-12", "19:30", "Répétition", { availability: everybody(5) }),
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-11-21", "20:00", "Soirée de louange"),
  planned("2026-11-21", "17:00", "Balances", { availability: everybody() }),
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2", availability: everybody() }),
  planned("2026-12-06", "10:00", "Saint Nicolas"),
];

function upcoming(page: Page): Locator {
  return page.getByRole("region", { name: "Prochains événements" });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}

async function arriveAsAdmin(page: Page, events: readonly StoredEvent[]): Promise<void> {
  await returnAsAdmin(page, { events, selectedGroup: "1" });
  await page.goto("/");
}

test.use({ now: "2026-11-12T18:00:00Z" });

test.describe("for an admin, on a wide screen", () => {
  test.beforeEach(({ page }) => arriveAsAdmin(page, NOVEMBER));

  test("the month starts its weeks on Monday, highlights today and shows every event", async ({ page }) => {
    await expect(page).toHaveTitle("novembre 2026 · Diapason");
    await expect(page.getByRole("columnheader")).toHaveText(["Lun", "Mar", "Mer", "Jeu", "Ven", "Sam", "Dim"]);
    await expect(page.getByRole("gridcell").first()).toHaveAttribute("data-date", "2026-10-26");
    await expect(page.locator('[aria-current="date"]')).toHaveAttribute("data-date", "2026-11-12");
    await expect(dayOf(page, "2026-11-21")).toContainText("2 événements");
    await expect(dayOf(page, "2026-11-21").getByRole("link")).toHaveText([
      /17:00.*Balances/,
      /20:00.*Soirée de louange/,
    ]);
    await expect(dayOf(page, "2026-11-28")).toContainText("gr. 2");
    await expect(dayOf(page, "2026-11-21").getByRole("img", { name: MISSING })).toBeVisible();
    await expect(dayOf(page, "2026-11-12").getByRole("img", { name: MISSING })).toHaveCount(0);
  });

  test("the name of the month and the count of a day's events are never broken in two lines", async ({ page }) => {
    await expect(page.getByRole("button", { name: "Répondre pour le mois" })).toBeVisible();
    const month = page.getByRole("heading", { name: "novembre 2026" });
    const count = dayOf(page, "2026-12-06").getByText("1 événement");
    for (const width of [600, 768, 1180, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await month.boundingBox())?.height, `${width} wide`).toBeLessThan(40);
      expect((await count.boundingBox())?.height, `${width} wide`).toBeLessThan(20);
    }
  });

  test("the rest of a day opens its first event, an event's own link opens that one", async ({ page }) => {
    await dayOf(page, "2026-11-21").getByText("2 événements").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balances");
    await page.goBack();
    await dayOf(page, "2026-11-21").getByRole("link", { name: "Soirée de louange" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soirée de louange");
  });

  test("the month is still there when one comes back from an event", async ({ page }) => {
    await page.getByRole("button", { name: "Mois suivant" }).click();
    await dayOf(page, "2026-12-06").getByRole("link", { name: "Saint Nicolas" }).click();
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(page.getByRole("heading", { name: "décembre 2026" })).toBeVisible();
    await page.getByRole("button", { name: "Aujourd'hui" }).click();
    await expect(page.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
    await page.getByRole("button", { name: "Mois précédent" }).click();
    await expect(page.getByRole("heading", { name: "octobre 2026" })).toBeVisible();
  });

  test("arrow keys go from day to day and on to other months, Enter opens, Tab enters the day", async ({ page }) => {
    await dayOf(page, "2026-11-12").focus();
    const steps = [
      ["ArrowRight", "2026-11-13"],
      ["ArrowDown", "2026-11-20"],
      ["Home", "2026-11-16"],
      ["End", "2026-11-22"],
      ["PageDown", "2026-12-22"],
      ["PageUp", "2026-11-22"],
      ["ArrowLeft", "2026-11-21"],
    ] as const;
    for (const [key, reached] of steps) {
      await page.keyboard.press(key);
      await expect(dayOf(page, reached)).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Ajouter un événement le 21 novembre 2026" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(dayOf(page, "2026-11-21").getByRole("link", { name: "Balances" })).toBeFocused();
    await dayOf(page, "2026-11-21").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balances");
  });

  test("an event is deleted from its day in two steps, which Escape and Annuler call off", async ({ page }) => {
    const trash = dayOf(page, "2026-11-15").getByRole("button", { name: "Supprimer l'événement Culte" });
    await dayOf(page, "2026-11-15").hover();
    await trash.click();
    await expect(dayOf(page, "2026-11-15").getByRole("button", { name: "Annuler" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(trash).toBeFocused();
    await trash.click();
    await dayOf(page, "2026-11-15").getByRole("button", { name: "Annuler" }).click();
    await trash.click();
    await dayOf(page, "2026-11-15").getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(dayOf(page, "2026-11-15").getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "« Culte » supprimé." })).toBeVisible();
  });

  test("days before today have no way to add an event", async ({ page }) => {
    await expect(page.getByRole("button", { name: "Ajouter un événement le 11 novembre 2026" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Ajouter un événement le 12 novembre 2026" })).toHaveCount(1);
  });

  test("the next three events of the group are listed with who comes, and can be deleted there", async ({ page }) => {
    const cards = upcoming(page).getByRole("listitem");
    await expect(cards.getByRole("heading")).toHaveText(["Répétition", "Culte", "Balances"]);
    await expect(cards.first()).toContainText("jeudi 12 novembre 2026 à 19:30");
    await expect(cards.first()).toContainText("+2");
    // One person has every service: no role is missing, and yet they cannot play alone.
    await expect(cards.first()).toContainText("Couvert, mais pas ensemble");
    await cards.first().getByRole("button", { name: "Supprimer l'événement Répétition" }).click();
    await cards.first().getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(cards.getByRole("heading")).toHaveText(["Culte", "Balances", "Soirée de louange"]);
  });
});

test("a member sees only the group's events, and nothing to add or delete them with", async ({ page }) => {
  await returnAsMember(page, YANNICK, { events: NOVEMBER, selectedGroup: "1" });
  await page.goto("/");
  await expect(dayOf(page, "2026-11-21").getByRole("link")).toHaveCount(2);
  await expect(dayOf(page, "2026-11-28").getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Ajouter|Supprimer)/ })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("a tap chooses a day, whose events are listed under the month, the first on top", async ({ page }) => {
    await arriveAsAdmin(page, NOVEMBER);
    await expect(dayOf(page, "2026-11-15").getByRole("img", { name: MISSING })).toBeVisible();
    await dayOf(page, "2026-11-21").tap();
    const chosen = page.getByRole("region", { name: "samedi 21 novembre" });
    await expect(chosen).toContainText("2 événements");
    await expect(chosen.getByRole("listitem").getByRole("heading")).toHaveText(["Balances", "Soirée de louange"]);
    await chosen.getByRole("link", { name: "Soirée de louange" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soirée de louange");
    await page.goBack();
    await expect(dayOf(page, "2026-11-21")).toHaveAttribute("aria-selected", "true");
    await chosen.getByRole("button", { name: "Ajouter un événement le 21 novembre 2026" }).tap();
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("2026-11-21");
  });

  test("names of 200 characters, and of one long word, scroll nothing sideways", async ({ page }) => {
    const long = { location: "x".repeat(200), groupId: "1", availability: everybody(30) };
    await arriveAsAdmin(page, [
      planned("2026-11-12", "10:00", "W".repeat(200), long),
      planned("2026-11-12", "11:00", "Répétition 🎸 générale ".repeat(9).trim()),
    ]);
    await expect(upcoming(page).getByRole("listitem").first()).toContainText("+27");
    await expectNoSidewaysScroll(page);
    await upcoming(page).getByRole("link").first().tap();
    await expect(page.getByRole("region", { name: "Équipe" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Supprimer l'événement" }).tap();
    await expectNoSidewaysScroll(page);
  });
});
