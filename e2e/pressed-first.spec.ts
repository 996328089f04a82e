import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/browser/diapason.ts";
import { chooseGroup, signInAsAdmin } from "#test/support/browser/people.ts";
import { plan, planned } from "#test/support/browser/planned.ts";
import { upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2026-11-15", "10:00", "Culte");

/** From now on the page paints nothing that it waits for, as on a very slow phone. */
async function holdFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
}

function cardOf(page: Page) {
  const card = upcomingCard(page, "Culte");
  return {
    present: card.getByRole("button", { name: "Présent", exact: true }),
    absent: card.getByRole("button", { name: "Absent", exact: true }),
    withdrawal: card.getByRole("button", { name: "Retirer ma réponse" }),
  };
}

test.beforeEach(async ({ page, request }) => {
  await page.clock.setFixedTime("2026-11-12T18:00:00");
  await plan(page, [CULTE]);
  await signInAsAdmin(page, request);
  await chooseGroup(page, "Louange du dimanche");
  await expect(cardOf(page).present).toBeVisible();
  await holdFrames(page);
});

test("a pressed answer looks pressed before anything else changes, and is given at the latest when the page is hidden", async ({
  page,
}) => {
  const { present, withdrawal } = cardOf(page);
  await present.click();
  await expect(present).toHaveAttribute("aria-pressed", "true");
  await expect(withdrawal).toHaveCount(0);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(withdrawal).toBeVisible();
  await expect(present).toHaveAttribute("aria-pressed", "true");
});

test("of two answers pressed before either is painted, the second counts", async ({ page }) => {
  const { present, absent, withdrawal } = cardOf(page);
  await present.click();
  await absent.click();
  await expect(absent).toHaveAttribute("aria-pressed", "true");
  await expect(present).toHaveAttribute("aria-pressed", "false");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(withdrawal).toBeVisible();
  await expect(absent).toHaveAttribute("aria-pressed", "true");
});

test("an answer is given when the screen is left before it is painted", async ({ page }) => {
  await cardOf(page).present.click();
  await upcomingCard(page, "Culte").getByRole("link", { name: "Culte" }).click();
  await expect(page.getByRole("list", { name: "Présents" })).toContainText("Admin Diapason");
});
