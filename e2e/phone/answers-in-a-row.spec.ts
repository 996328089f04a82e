import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { PHONES, tapAtOnce } from "#test/support/browser/taps.ts";
import { dayOf, returnAsMember, storedEvents, upcomingCards } from "#test/support/browser/visits.ts";

const EVENTS = [
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-11-19", "19:30", "Répétition"),
  planned("2026-11-21", "20:00", "Soirée de louange"),
  planned("2026-11-22", "10:00", "Culte des familles"),
  planned("2026-11-26", "19:30", "Répétition générale"),
];

function toast(page: Page): Locator {
  return page.getByRole("status").filter({ hasText: "notée" });
}

/** Each event's name with its stored answer. */
async function answers(page: Page): Promise<string[]> {
  const events = await storedEvents(page);
  return events.map(({ name, availability: [entry] }) => `${name}: ${entry?.status ?? "none"}`);
}

for (const viewport of PHONES) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true, now: "2026-11-12T18:00:00Z" });

    test.beforeEach(async ({ page }) => {
      await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
      await page.goto("/");
      await expect(upcomingCards(page)).toHaveCount(3);
    });

    test("five answers in a row are each given by one tap: what is told of one lies over no other", async ({
      page,
    }) => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      for (const [place, answer] of [
        [1, "Absent"],
        [2, "Présent"],
        [0, "Présent"],
      ] as const) {
        await tapAtOnce(page, button(upcomingCards(page).nth(place), answer));
        await expect(toast(page)).toBeVisible();
      }
      for (const [date, title, answer] of [
        ["2026-11-22", "dimanche 22 novembre", "Absent"],
        ["2026-11-26", "jeudi 26 novembre", "Présent"],
      ] as const) {
        await tapAtOnce(page, dayOf(page, date));
        await tapAtOnce(page, button(page.getByRole("region", { name: title }), answer));
        await expect(toast(page)).toContainText(title.slice(title.indexOf(" ") + 1));
      }
      expect(await answers(page)).toEqual([
        "Culte: present",
        "Répétition: absent",
        "Soirée de louange: present",
        "Culte des familles: absent",
        "Répétition générale: present",
      ]);
    });

    test("five answers in a row are given where the next one to answer stands", async ({ page }) => {
      const next = page.getByRole("region", { name: "À répondre" });
      for (const { name } of EVENTS) {
        await expect(next.getByRole("heading", { name, exact: true })).toBeVisible();
        await tapAtOnce(page, button(next, "Présent"));
      }
      await expect(next).toHaveCount(0);
      expect(await answers(page)).toEqual(EVENTS.map(({ name }) => `${name}: present`));
    });

    test("a double tap answers one event, not the one that takes its place", async ({ page }) => {
      const next = page.getByRole("region", { name: "À répondre" });
      const box = await button(next, "Présent").boundingBox();
      if (box === null) throw new Error("no button");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
      await expect(next.getByRole("heading", { name: "Répétition", exact: true })).toBeVisible();
      expect((await answers(page)).slice(0, 2)).toEqual(["Culte: present", "Répétition: none"]);
    });

    test("what is told is put away by its own button, and by nothing else of the screen", async ({ page }) => {
      const card = upcomingCards(page).first();
      await tapAtOnce(page, button(card, "Absent"));
      await tapAtOnce(page, button(toast(page), "Fermer"));
      await expect(toast(page)).toHaveCount(0);
      await expect(button(card, "Absent")).toHaveAttribute("aria-pressed", "true");
    });

    test("an answer that is taken back from what is told is told in its turn", async ({ page }) => {
      const card = upcomingCards(page).first();
      await tapAtOnce(page, button(card, "Absent"));
      await tapAtOnce(page, button(toast(page), "Annuler"));
      await expect(page.getByRole("status").filter({ hasText: "Réponse retirée pour le 15 novembre." })).toBeVisible();
      await expect(button(card, "Absent")).toHaveAttribute("aria-pressed", "false");
    });

    test("an answer is taken back where it was given, and nothing moves under the finger", async ({ page }) => {
      const card = upcomingCards(page).first();
      const sizes = async () => (await card.boundingBox())?.height;
      const before = await sizes();
      await tapAtOnce(page, button(card, "Présent"));
      await expect(button(card, "Retirer ma réponse")).toBeVisible();
      expect(await sizes()).toBe(before);
      await tapAtOnce(page, button(card, "Retirer ma réponse"));
      await expect(button(card, "Présent")).toHaveAttribute("aria-pressed", "false");
      await expect(button(card, "Retirer ma réponse")).toHaveCount(0);
      expect(await sizes()).toBe(before);
      expect((await answers(page))[0]).toBe("Culte: none");
    });
  });
}
