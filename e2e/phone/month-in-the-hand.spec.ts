import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { chooseGroup, signInAsAdmin } from "#test/support/browser/people.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { shareElsewhere } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, returnAsMember, upcomingCards } from "#test/support/browser/visits.ts";

const EVENTS = [
  planned("2026-11-05", "19:30", "Répétition"),
  planned("2026-11-15", "10:00", "Culte", { availability: everybody(5) }),
  planned("2026-11-21", "17:00", "Balances"),
  planned("2026-11-21", "20:00", "Soirée de louange"),
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
];

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, now: "2026-11-12T18:00:00Z" });

/** The next event to answer. */
function next(page: Page) {
  return page.getByRole("region", { name: "À répondre" });
}

async function openAsMember(page: Page): Promise<void> {
  await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
}

test("the next event's two buttons are in sight without scrolling, and those after it follow", async ({ page }) => {
  await openAsMember(page);
  await expect(next(page)).toContainText("dimanche 15 novembre 2026 à 10:00");
  for (const name of ["Présent", "Absent"]) {
    await expect(next(page).getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await next(page).getByRole("button", { name: "Absent", exact: true }).tap();
  await expect(next(page)).toContainText("samedi 21 novembre 2026 à 17:00");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** Both buttons of the next event are visible, above `notice`. */
async function expectInSightAbove(page: Page, notice: Locator): Promise<void> {
  const absent = next(page).getByRole("button", { name: "Absent", exact: true });
  await expect(notice).toBeVisible();
  await expect(next(page).getByRole("button", { name: "Présent", exact: true })).toBeInViewport({ ratio: 1 });
  await expect(absent).toBeInViewport({ ratio: 1 });
  const [button, below] = [await absent.boundingBox(), await notice.boundingBox()];
  expect(button && below && button.y + button.height <= below.y).toBe(true);
}

test("nothing that an admin is told about sharing pushes the two buttons out of sight", async ({ page }) => {
  await returnAsAdmin(page, { events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
  await expectInSightAbove(page, page.getByText("Ce planning n'existe encore que sur cet appareil"));
});

test("neither does the group's question, offline and with the event that one came for", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  await page.goto(`/events/${EVENTS[4]?.id}`);
  await signInAsAdmin(page, request);
  await chooseGroup(page, "Louange du dimanche");
  await expect(page.getByRole("region", { name: "Vous veniez pour" })).toBeVisible();
  const question = page.getByRole("region", { name: "Rejoindre ce groupe ?" });
  // Who belongs to the group must be known before the network goes.
  await expect(question).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("Hors ligne", { exact: true })).toBeVisible();
  await expectInSightAbove(page, question);
});

test("an admin is asked too, for the selected group only", async ({ page }) => {
  await returnAsAdmin(page, { events: EVENTS, selectedGroup: "2" });
  await page.goto("/");
  await expect(next(page).getByRole("heading", { name: "Soirée jeunes" })).toBeVisible();
  await next(page).getByRole("button", { name: "Présent", exact: true }).tap();
  await expect(next(page)).toHaveCount(0);
});

test("from 600 px on the list beside the month asks, and nothing else", async ({ page }) => {
  await openAsMember(page);
  await expect(next(page)).toBeVisible();
  await page.setViewportSize({ width: 600, height: 740 });
  await expect(next(page)).toHaveCount(0);
});

test("each day of the month shows one's own answers: given, or still to give", async ({ page }) => {
  await openAsMember(page);
  const mark = (date: string, name: string) => dayOf(page, date).getByRole("img", { name, exact: true });
  await expect(mark("2026-11-15", "Sans réponse")).toBeVisible();
  await upcomingCards(page).nth(0).getByRole("button", { name: "Présent", exact: true }).tap();
  await expect(mark("2026-11-15", "Présent")).toBeVisible();
  await expect(mark("2026-11-15", "Sans réponse")).toHaveCount(0);
  await upcomingCards(page).nth(1).getByRole("button", { name: "Absent", exact: true }).tap();
  await expect(mark("2026-11-21", "Absent")).toBeVisible();
  // The other event of that day still has no answer; past events need none.
  await expect(mark("2026-11-21", "Sans réponse")).toBeVisible();
  await expect(mark("2026-11-05", "Sans réponse")).toHaveCount(0);
});

test("no day is chosen until one is tapped, and a second tap lets it go", async ({ page }) => {
  await openAsMember(page);
  await expect(upcomingCards(page)).toHaveCount(3);
  await expect(page.locator('[data-date][aria-selected="true"]')).toHaveCount(0);
  await expect(page.getByText("Aucun événement ce jour-là.")).toHaveCount(0);
  await dayOf(page, "2026-11-21").tap();
  const chosen = page.getByRole("region", { name: "samedi 21 novembre" });
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  await expect(dayOf(page, "2026-11-21")).toHaveAttribute("aria-selected", "true");
  await dayOf(page, "2026-11-21").tap();
  await expect(chosen).toHaveCount(0);
  await expect(page.locator('[data-date][aria-selected="true"]')).toHaveCount(0);
  await expect(upcomingCards(page)).toHaveCount(3);
});
