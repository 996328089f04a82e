import type { Page } from "@playwright/test";
import { addDays } from "#domain/calendar/calendar.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, upcomingCards, withoutVisitData } from "#test/support/browser/visits.ts";

/** At any moment the team's day is a later one than the browser's. */
const TEAM_ZONE = "Pacific/Kiritimati";
const DEVICE_ZONE = "Pacific/Pago_Pago";

test.use({ timezoneId: DEVICE_ZONE, settings: { TIME_ZONE: TEAM_ZONE } });

function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format();
}

async function createEvent(page: Page, date: string): Promise<void> {
  await page.getByLabel("Nom de l'événement").fill("Veillée");
  await page.getByLabel("Date", { exact: true }).fill(date);
  await page.getByLabel("Heure").selectOption("20:00");
  await page.getByLabel("Lieu").fill("Temple");
  await page.getByRole("button", { name: "Créer l'événement" }).click();
}

test.describe("a shared planning, in a browser where it is still yesterday,", () => {
  test("has the team's day in calendar, list and form, whether or not its data came with the page", async ({
    page,
  }) => {
    const today = todayIn(TEAM_ZONE);
    const yesterday = addDays(today, -1);
    await arriveAsAdmin(page, [planned(yesterday, "20:00", "Hier"), planned(today, "20:00", "Ce soir")]);
    for (const way of ["with data", "without"]) {
      if (way === "without") await withoutVisitData(page);
      await page.goto("/");
      await expect(page.locator('[aria-current="date"]')).toHaveAttribute("data-date", today);
      await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Ce soir"]);
      await expect(dayOf(page, today).getByRole("button", { name: /^Ajouter un événement/ })).toHaveCount(1);
      await expect(dayOf(page, yesterday).getByRole("button", { name: /^Ajouter un événement/ })).toHaveCount(0);
    }
    await page.goto("/create-event");
    await expect(page.getByLabel("Date", { exact: true })).toHaveAttribute("min", today);
    await createEvent(page, yesterday);
    await expect(page.getByRole("alert")).toHaveText("La date doit être aujourd'hui ou plus tard");
    await createEvent(page, today);
    await expect(page.getByText("Veillée").first()).toBeVisible();
    await page.goto("/absences");
    await page.getByLabel("Du", { exact: true }).fill(yesterday);
    await page.getByLabel("Au", { exact: true }).fill(yesterday);
    await page.getByRole("button", { name: "Ajouter l'absence" }).click();
    await expect(page.getByRole("alert")).toHaveText("Cette absence est déjà passée");
  });

  test("lets an event of the team's yesterday keep its date", async ({ page }) => {
    const event = planned(addDays(todayIn(TEAM_ZONE), -1), "20:00", "Hier");
    await arriveAsAdmin(page, [event], `/events/${event.id}/edit`);
    await expect(page.getByLabel("Date", { exact: true })).toHaveAttribute("readonly", "");
  });
});

test("a local planning has the device's day", async ({ page }) => {
  const today = todayIn(DEVICE_ZONE);
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await expect(page.locator('[aria-current="date"]')).toHaveAttribute("data-date", today);
  await page.goto("/create-event");
  await createEvent(page, today);
  await expect(page.getByText("Veillée").first()).toBeVisible();
});
