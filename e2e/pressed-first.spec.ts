import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");

interface Card {
  readonly present: Locator;
  readonly absent: Locator;
  readonly withdrawal: Locator;
}

function cardOf(page: Page): Card {
  const card = upcomingCard(page, "Culte");
  return {
    present: card.getByRole("button", { name: "Présent", exact: true }),
    absent: card.getByRole("button", { name: "Absent", exact: true }),
    withdrawal: card.getByRole("button", { name: "Retirer ma réponse" }),
  };
}

/** From now on the page learns of no painted frame, as on a very slow phone. */
async function holdFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
}

/** Another tab is opened over the page. */
function cover(page: Page): Promise<unknown> {
  return page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** The answers that the server has. */
async function answersOf(page: Page): Promise<string[]> {
  const event = await (await page.request.get(`/api/events/${CULTE.id}`)).json();
  return event.availability.map(({ status }: { status: string }) => status);
}

test.describe("in a shared planning", () => {
  test.beforeEach(async ({ page, request }) => {
    await shareElsewhere(request, [CULTE]);
    await arriveAsMember(page, YANNICK);
    await expectUpToDate(page);
    await holdFrames(page);
  });

  test("a pressed answer looks pressed before anything else changes; it is stored and sent meanwhile", async ({
    page,
  }) => {
    const answered = Promise.withResolvers<void>();
    await page.route("**/availability", async (route) => {
      await answered.promise;
      await route.continue();
    });
    const sent = page.waitForRequest("**/availability");
    const { present, withdrawal } = cardOf(page);
    await present.click();
    await sent;
    await expect(present).toHaveAttribute("aria-pressed", "true");
    await expect(withdrawal).toHaveCount(0);
    await cover(page);
    await expect(withdrawal).toBeVisible();
    answered.resolve();
    await expect.poll(() => answersOf(page)).toEqual(["present"]);
    await expect(withdrawal).toBeVisible();
    await expect(present).toHaveAttribute("aria-pressed", "true");
  });

  test("of two answers pressed before either is painted, the second counts", async ({ page }) => {
    const { present, absent, withdrawal } = cardOf(page);
    await present.click();
    await absent.click();
    await expect(absent).toHaveAttribute("aria-pressed", "true");
    await expect(present).toHaveAttribute("aria-pressed", "false");
    await expect.poll(() => answersOf(page)).toEqual(["absent"]);
    await cover(page);
    await expect(withdrawal).toBeVisible();
    await expect(absent).toHaveAttribute("aria-pressed", "true");
  });
});

test("an answer that looks pressed outlives an immediate reload of this browser's own planning", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/");
  const { present } = cardOf(page);
  await present.click();
  await expect(present).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(present).toHaveAttribute("aria-pressed", "true");
});
