import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { chooseRoles, openMore, OTHER_ROLES, role, SEVEN } from "#test/support/browser/required-roles.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, signUp, storedEvents, storedText, upcomingCard } from "#test/support/browser/visits.ts";

const BAND = ["Lead", "Batterie", "Bass", "Piano", "Guitare acoustique"];
const REHEARSAL = planned("2026-11-19", "19:30", "Répétition");
const YOUTH = planned("2026-11-21", "19:30", "Jeunes", { groupId: "2" });

/** Both events with five musicians present: nobody at the desk, and no pastor. */
async function eventsOfBand(request: APIRequestContext): Promise<StoredEvent[]> {
  const availability: StoredEvent["availability"] = [];
  for (const position of BAND) {
    const person = { firstName: "Noé", lastName: position, email: `${availability.length}@example.org` };
    const { id } = await signUp(request, { ...person, password: "double-croche", services: [position] });
    availability.push({ userId: id, userName: `Noé ${position}`, position, status: "present" });
  }
  return [REHEARSAL, YOUTH].map((event) => ({ ...event, availability }));
}

const PLANNINGS = [
  {
    planning: "a planning of one browser",
    arrive: async (page: Page, events: readonly StoredEvent[]) => {
      await returnAsAdmin(page, { events, selectedGroup: "1" });
      await page.goto("/");
    },
    settle: async () => {},
    screen: "a phone",
    viewport: { width: 360, height: 740 },
    expectAccessible: async () => {},
  },
  {
    planning: "a shared planning",
    arrive: arriveAsAdmin,
    settle: expectUpToDate,
    screen: "a wide screen",
    viewport: { width: 1280, height: 800 },
    // Both plannings have the same screens.
    expectAccessible: (page: Page) => expectAccessible(page),
  },
];

function rolesOfGroup(page: Page): Locator {
  return region(page, "Rôles nécessaires");
}

async function tintOf(page: Page, date: string): Promise<string> {
  return dayOf(page, date).evaluate((cell) => getComputedStyle(cell).backgroundColor);
}

function warning(page: Page, date: string): Locator {
  return dayOf(page, date).getByRole("img", { name: "Rôles critiques manquants" });
}

async function createEvent(page: Page, name: string, time: string, roles: readonly string[]): Promise<void> {
  await page.goto("/create-event?date=2026-11-26");
  await field(page, "Nom de l'événement").fill(name);
  await field(page, "Heure").selectOption(time);
  await field(page, "Lieu").fill("Temple");
  await openMore(page);
  await chooseRoles(page, roles);
  await button(page, "Créer l'événement").click();
  await expect(page.getByText(`« ${name} » créé.`)).toBeVisible();
}

test.use({ now: "2026-11-12T18:00:00Z" });

for (const { planning, arrive, settle, screen, viewport, ...checks } of PLANNINGS) {
  test.describe(`in ${planning}, on ${screen}`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page, request }) => arrive(page, await eventsOfBand(request)));

    test("a rehearsal without Sono and Pasteur is green everywhere, and a group left alone is as before", async ({
      page,
    }) => {
      await expect(upcomingCard(page, "Répétition")).toContainText("Manque : Sono, Pasteur");
      await expect(warning(page, REHEARSAL.date)).toBeAttached();
      await page.goto("/group");
      await expect(rolesOfGroup(page).getByRole("checkbox")).toHaveCount(13);
      for (const name of SEVEN) await expect(role(rolesOfGroup(page), name)).toBeChecked();
      for (const name of OTHER_ROLES) await expect(role(rolesOfGroup(page), name)).not.toBeChecked();
      await role(rolesOfGroup(page), "Sono").uncheck();
      await role(rolesOfGroup(page), "Pasteur").uncheck();
      const fold = region(page, "Banc").getByRole("button", { name: "Banc", exact: true });
      if (await fold.isVisible()) await fold.click();
      await expect(region(page, "Banc").getByRole("listitem")).toHaveCount(5);
      await expectAccessible(page, [viewport]);
      await settle(page);

      await page.goto("/");
      await expect(upcomingCard(page, "Répétition")).toContainText("Complet");
      await expect(upcomingCard(page, "Répétition")).not.toContainText("Manque");
      await expect(warning(page, REHEARSAL.date)).toHaveCount(0);
      expect(await tintOf(page, REHEARSAL.date)).toBe(await tintOf(page, "2026-11-18"));
      await test.step("the other group still needs the seven", async () => {
        await expect(warning(page, YOUTH.date)).toBeAttached();
        expect(await tintOf(page, YOUTH.date)).not.toBe(await tintOf(page, "2026-11-18"));
      });

      await page.goto(`/events/${REHEARSAL.id}`);
      const roles = region(page, "Rôles critiques").getByRole("listitem");
      await expect(roles).toHaveCount(5);
      await expect(roles.filter({ hasText: "Couvert" })).toHaveCount(5);
      await expect(region(page, "Peut-on jouer ?")).toContainText("Complet");

      await page.goto("/grid?mois=2026-11");
      const grid = page.getByRole("table", { name: "Grille de novembre 2026" });
      await expect(grid.getByRole("columnheader")).toHaveText([/^jeu\. 19 19:30 Répétition Complet$/]);
      await expect(grid.getByRole("row").last().getByRole("cell")).toHaveText(["aucun"]);

      await page.goto(`/events/${YOUTH.id}`);
      await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveCount(7);
      await expect(region(page, "Rôles critiques").getByText("Manquant", { exact: true })).toHaveCount(2);
    });
  });

  test.describe(`in ${planning}`, () => {
    test.beforeEach(async ({ page, request }) => arrive(page, await eventsOfBand(request)));

    test("a group may need no role at all, and its page says what that means", async ({ page }) => {
      await page.goto("/group");
      for (const name of SEVEN) await role(rolesOfGroup(page), name).uncheck();
      await expect(rolesOfGroup(page)).toContainText("un événement est complet même sans personne");
      await expect(region(page, "Banc")).toContainText("Ce groupe n'a besoin d'aucun rôle.");
      await checks.expectAccessible(page);
      await settle(page);
      await page.goto("/");
      await expect(upcomingCard(page, "Répétition")).toContainText("Complet");
      await page.goto("/group");
      await expect(rolesOfGroup(page).getByRole("checkbox")).toHaveCount(13);
      await expect(rolesOfGroup(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
      await role(rolesOfGroup(page), "Lead").check();
      await expect(rolesOfGroup(page)).not.toContainText("même sans personne");
    });

    test("an event may need none, or one that nobody in the group holds", async ({ page }) => {
      await createEvent(page, "Pique-nique", "12:00", []);
      await expect(warning(page, "2026-11-26")).toHaveCount(0);
      await createEvent(page, "Jazz", "20:00", ["Saxophone"]);
      await settle(page);
      await page.goto("/");
      await expect(upcomingCard(page, "Pique-nique")).toContainText("Complet");
      await expect(upcomingCard(page, "Jazz")).toContainText("Manque : Saxophone");
      await expect(warning(page, "2026-11-26")).toBeAttached();
      await page.goto("/grid?mois=2026-11");
      const grid = page.getByRole("table", { name: "Grille de novembre 2026" });
      await expect(grid.getByRole("row").last().getByRole("cell")).toHaveText(["Sono, Pasteur", "aucun", "Saxophone"]);
    });

    test("an edit changes the roles of one event, or gives it those of its group again", async ({ page }) => {
      await page.goto(`/events/${REHEARSAL.id}`);
      await page.getByRole("link", { name: "Modifier l'événement" }).click();
      await chooseRoles(page, BAND.slice(0, 4));
      await button(page, "Enregistrer les modifications").click();
      await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveCount(4);
      await settle(page);
      await page.getByRole("link", { name: "Modifier l'événement" }).click();
      await expect(page.getByRole("radio", { name: "Choisir" })).toBeChecked();
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(4);
      await checks.expectAccessible(page);
      await page.getByRole("radio", { name: "Ceux du groupe" }).check();
      await button(page, "Enregistrer les modifications").click();
      await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveCount(7);
    });

    test("how often one wants to play is saved at once, and can be taken back", async ({ page }) => {
      const wish = (dialog: Locator) => field(dialog, "Au plus … fois par mois");
      const dialog = await openProfile(page);
      await expect(wish(dialog)).toHaveValue("");
      await expect(wish(dialog).getByRole("option").first()).toHaveText("Sans limite");
      await wish(dialog).selectOption("2 fois");
      await expect(dialog.getByRole("status")).toHaveText("Votre rythme est enregistré");
      await checks.expectAccessible(page);
      await settle(page);
      await page.reload();
      const again = await openProfile(page);
      await expect(wish(again)).toHaveValue("2");
      await wish(again).selectOption("Sans limite");
      await expect(again.getByRole("status")).toHaveText("Votre rythme est enregistré");
      await settle(page);
      await page.reload();
      await expect(wish(await openProfile(page))).toHaveValue("");
    });
  });
}

test("the roles of a group are stored beside its events, which stay as they were", async ({ page }) => {
  await returnAsAdmin(page, { events: [REHEARSAL], selectedGroup: "1" });
  await page.goto("/group");
  await role(rolesOfGroup(page), "Voix").check();
  await expect
    .poll(async () => JSON.parse((await storedText(page, "requiredRoles")) ?? "{}"))
    .toEqual({ 1: [...SEVEN, "Voix"] });
  expect(await storedEvents(page)).toEqual([REHEARSAL]);
});
