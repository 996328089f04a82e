import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { dayOf, returnAsAdmin, storedEvents, upcomingCards } from "#test/support/browser/visits.ts";

/** The earliest and the latest time zones of the earth, and the team's own, with their winter offsets from UTC. */
const ZONES = [
  { timezoneId: "Pacific/Kiritimati", offset: "+14:00" },
  { timezoneId: "America/Los_Angeles", offset: "-08:00" },
  { timezoneId: "Europe/Paris", offset: "+01:00" },
] as const;

/** Days on which the clocks change: their length, and the UTC offset of the evening before. */
const CLOCK_CHANGES = [
  {
    timezoneId: "Europe/Paris",
    date: "2026-03-29",
    next: "2026-03-30",
    hours: 23,
    evening: "2026-03-28T23:50:00+01:00",
  },
  {
    timezoneId: "Europe/Paris",
    date: "2026-10-25",
    next: "2026-10-26",
    hours: 25,
    evening: "2026-10-24T23:50:00+02:00",
  },
  {
    timezoneId: "America/Los_Angeles",
    date: "2026-03-08",
    next: "2026-03-09",
    hours: 23,
    evening: "2026-03-07T23:50:00-08:00",
  },
  {
    timezoneId: "America/Los_Angeles",
    date: "2026-11-01",
    next: "2026-11-02",
    hours: 25,
    evening: "2026-10-31T23:50:00-07:00",
  },
] as const;

const EVENTS = [
  planned("2026-11-11", "20:00", "Armistice"),
  planned("2026-11-12", "06:00", "Matines"),
  planned("2026-11-13", "20:00", "Répétition"),
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-12-31", "22:30", "Veillée"),
  planned("2027-01-01", "10:00", "Nouvel An"),
];

/** The dashboard of the first group at `time`; the clock runs from there. */
async function openDashboard(page: Page, time: string, events = EVENTS): Promise<void> {
  await page.clock.install({ time: new Date(time) });
  await returnAsAdmin(page, { events, selectedGroup: "1" });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
}

async function expectToday(page: Page, date: string): Promise<void> {
  await expect(page.locator('[aria-current="date"]')).toHaveAttribute("data-date", date);
}

async function expectUpcoming(page: Page, names: readonly string[]): Promise<void> {
  await expect(upcomingCards(page).getByRole("heading")).toHaveText(names);
}

/** The days of the weeks that contain a month, computed in UTC, where clocks never change. */
function daysOfGrid(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const start = new Date(first);
  start.setUTCDate(1 - ((first.getUTCDay() + 6) % 7));
  const days: string[] = [];
  const day = new Date(start);
  while (days.length % 7 !== 0 || day.toISOString().slice(0, 7) <= month) {
    days.push(day.toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}

for (const { timezoneId, offset } of ZONES) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("today is the wall's day from midnight to midnight, and moves on with the page open", async ({ page }) => {
      await openDashboard(page, `2026-11-12T00:10:00${offset}`);
      await expectToday(page, "2026-11-12");
      await expectUpcoming(page, ["Matines", "Répétition", "Culte"]);
      await page.clock.fastForward("23:40:00");
      await expectToday(page, "2026-11-12");
      await expectUpcoming(page, ["Matines", "Répétition", "Culte"]);
      await page.clock.fastForward("20:00");
      await expectToday(page, "2026-11-13");
      await expectUpcoming(page, ["Répétition", "Culte", "Veillée"]);
      await expect(page.getByRole("button", { name: "Ajouter un événement le 12 novembre 2026" })).toHaveCount(0);
      await expect(dayOf(page, "2026-11-12").getByRole("link")).toHaveText(/Matines/);
    });

    test("the year turns with the page open, and the calendar with it", async ({ page }) => {
      await openDashboard(page, `2026-12-31T23:50:00${offset}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("décembre 2026");
      await expectUpcoming(page, ["Veillée", "Nouvel An"]);
      await expect(upcomingCards(page).first()).toContainText("jeudi 31 décembre 2026 à 22:30");
      await expect(dayOf(page, "2026-12-31")).toContainText("22:30");
      await page.clock.fastForward("20:00");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("janvier 2027");
      await expectToday(page, "2027-01-01");
      await expectUpcoming(page, ["Nouvel An"]);
    });

    test("an event is stored and shown on the day it was created for, however late it is", async ({ page }) => {
      await openDashboard(page, `2026-11-12T23:30:00${offset}`, []);
      await page.getByRole("button", { name: "Ajouter un événement le 15 novembre 2026" }).click();
      const date = page.getByLabel("Date", { exact: true });
      await expect(date).toHaveValue("2026-11-15");
      await expect(date).toHaveAttribute("min", "2026-11-12");
      await page.getByLabel("Nom de l'événement").fill("Culte");
      await page.getByLabel("Heure").selectOption("06:00");
      await page.getByLabel("Lieu").fill("Temple");
      await date.fill("2026-11-11");
      await page.getByRole("button", { name: "Créer l'événement" }).click();
      await expect(page.getByRole("alert")).toHaveText("La date doit être aujourd'hui ou plus tard");
      await date.fill("2026-11-12");
      await page.getByRole("button", { name: "Créer l'événement" }).click();
      await expect(upcomingCards(page)).toContainText("jeudi 12 novembre 2026 à 06:00");
      await expect(dayOf(page, "2026-11-12")).toContainText("1 événement");
      expect(await storedEvents(page)).toMatchObject([{ date: "2026-11-12", time: "06:00" }]);
    });
  });
}

for (const { timezoneId, date, next, hours, evening } of CLOCK_CHANGES) {
  test.describe(`in ${timezoneId}, on the ${hours} hours of ${date}`, () => {
    test.use({ timezoneId });

    test("no day is missing, doubled or moved, and midnight is noticed on both sides", async ({ page }) => {
      const events = [planned(date, "06:00", "Matines"), planned(next, "06:00", "Laudes")];
      await openDashboard(page, evening, events);
      await page.clock.fastForward("20:00");
      await expectToday(page, date);
      const days = await page
        .getByRole("gridcell")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-date")));
      expect(days).toEqual(daysOfGrid(date.slice(0, 7)));
      await expect(dayOf(page, date).getByRole("link")).toHaveText(/06:00.*Matines/);
      await expect(dayOf(page, next).getByRole("link")).toHaveText(/06:00.*Laudes/);
      await expectUpcoming(page, ["Matines", "Laudes"]);
      await page.clock.fastForward(`${hours - 1}:40:00`);
      await expectToday(page, date);
      await page.clock.fastForward("20:00");
      await expectToday(page, next);
      await expectUpcoming(page, ["Laudes"]);
    });
  });
}

test("a planning shows the same days wherever it is opened", async ({ openDevice }) => {
  test.slow();
  for (const { timezoneId } of ZONES) {
    const page = await openDevice({ timezoneId });
    await openDashboard(page, "2026-11-12T12:00:00Z");
    for (const { date, name } of EVENTS.slice(0, 4)) {
      await expect(dayOf(page, date).getByRole("link")).toHaveText(new RegExp(name));
    }
    await page.context().close();
  }
});
