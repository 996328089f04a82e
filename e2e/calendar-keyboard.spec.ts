import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { dayOf, returnAsAdmin } from "#test/support/browser/visits.ts";

/** Two events on each of the 30 days of the month. */
const FULL_MONTH = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, "0")}`).flatMap(
  (date) => [planned(date, "10:00", `Culte du ${date}`), planned(date, "19:30", `Répétition du ${date}`)],
);

test.use({ now: "2026-11-12T18:00:00Z" });

test.beforeEach(async ({ page }) => {
  await returnAsAdmin(page, { events: FULL_MONTH, selectedGroup: "1" });
  await page.goto("/");
  await expect(dayOf(page, "2026-11-12").getByRole("button", { name: /^Supprimer/ })).toHaveCount(2);
});

/** The focused element: its date if it is a day of the grid, else its name. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return element.dataset["date"] ?? element.getAttribute("aria-label") ?? element.textContent ?? "";
  });
}

test.describe("the keyboard in a full month", () => {
  test("meets one stop of the grid on its way through the page, forwards and backwards", async ({ page }) => {
    await expect(page.locator("table :is(a, button, [tabindex]):not([tabindex='-1'])")).toHaveCount(1);
    await page.getByRole("button", { name: "Mois suivant" }).focus();
    await page.keyboard.press("Tab");
    await expect(dayOf(page, "2026-11-12")).toBeFocused();
    await page.getByRole("region", { name: "Prochains événements" }).getByRole("link").first().focus();
    await page.keyboard.press("Shift+Tab");
    await expect(dayOf(page, "2026-11-12")).toBeFocused();
  });

  test("goes from a day through what is in it, and no further than that day", async ({ page }) => {
    await dayOf(page, "2026-11-12").focus();
    const seen: string[] = [];
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press("Tab");
      seen.push(await focused(page));
    }
    expect(seen).toEqual([
      "Ajouter un événement le 12 novembre 2026",
      expect.stringContaining("Culte du 2026-11-12"),
      "Supprimer l'événement Culte du 2026-11-12",
      expect.stringContaining("Répétition du 2026-11-12"),
      "Supprimer l'événement Répétition du 2026-11-12",
    ]);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("table"))).toBeNull();
  });

  test("enters any day with F2, steps inside it by arrow keys, and comes back out with Escape", async ({ page }) => {
    const day = dayOf(page, "2026-11-20");
    await dayOf(page, "2026-11-13").focus();
    await page.keyboard.press("ArrowDown");
    await expect(day).toBeFocused();
    await page.keyboard.press("F2");
    await expect(day.getByRole("button", { name: "Ajouter un événement le 20 novembre 2026" })).toBeFocused();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await expect(day.getByRole("link", { name: "Répétition du 2026-11-20" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(day.getByRole("button", { name: "Supprimer l'événement Culte du 2026-11-20" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(day).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(dayOf(page, "2026-11-21")).toBeFocused();
  });

  test("deletes both events of another day, and stays in that day", async ({ page }) => {
    const day = dayOf(page, "2026-11-20");
    await dayOf(page, "2026-11-13").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F2");
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(day.getByRole("button", { name: "Annuler" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(day.getByRole("button", { name: "Confirmer la suppression" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(day.getByRole("link")).toHaveText([/Culte/]);
    await expect(day.getByRole("button", { name: "Supprimer l'événement Culte du 2026-11-20" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(day.getByRole("link")).toHaveCount(0);
    await expect(day).toBeFocused();
  });

  test("is told of its keys where it enters the grid", async ({ page }) => {
    await expect(page.getByRole("grid")).toHaveAccessibleDescription(/F2/);
  });
});
