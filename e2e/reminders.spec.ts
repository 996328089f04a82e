import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import {
  arriveAsAdmin,
  arriveAsMember,
  expectUpToDate,
  share,
  sharingRegion,
} from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const CALL = "**/api/groups/*/reminders";

function region(page: Page): Locator {
  return page.getByRole("region", { name: "Rappels", exact: true });
}

function checkbox(page: Page): Locator {
  return region(page).getByRole("checkbox", { name: "Rappeler ceux qui n'ont pas répondu", exact: true });
}

function days(page: Page): Locator {
  return region(page).getByLabel("Combien de jours avant", { exact: true });
}

test("an admin says whether and when a group is reminded; each choice is saved at once", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE], "/group");
  await expect(checkbox(page)).toBeChecked();
  await expect(days(page)).toHaveValue("5");
  await expect(days(page).getByRole("option")).toHaveText(["1", "2", "3", "5", "7", "10", "14"]);
  await days(page).selectOption("7");
  await expect(region(page).getByRole("status")).toHaveText("Enregistré");
  await expect(region(page).getByRole("status")).toHaveCount(0);
  await checkbox(page).click();
  await expect(region(page).getByRole("status")).toHaveText("Enregistré");
  await expect(days(page)).toBeDisabled();
  await expectAccessible(page);
  await page.reload();
  await expect(checkbox(page)).not.toBeChecked();
  await expect(days(page)).toHaveValue("7");
  await page.goto("/administration");
  await expect(page.getByRole("region", { name: "Journal" })).toContainText(
    "a arrêté les rappels du groupe « Louange du dimanche »",
  );
});

test("admins read when members are reminded next, and what became of each message", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE], "/group");
  await expect(region(page)).toContainText("Dès qu'un message concerne ce groupe");
  await expect(region(page)).toContainText("Aucun rappel prévu");
  const camille = await openDevice();
  const { id } = await returnAsMember(camille, CAMILLE, { selectedGroup: "1" });
  expect((await camille.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  const data = { userIds: [id], inOrder: false };
  expect((await page.request.post(`/api/events/${CULTE.id}/requests`, { data })).ok()).toBe(true);
  await page.reload();
  await expect(region(page)).toContainText("Prochain rappel\u00a0: mardi 10 novembre 2099 à 18:00, 1 personne");
  const messages = region(page).getByRole("list", { name: "Derniers messages", exact: true });
  await expect(messages).toContainText(/Culte, dimanche 15 novembre.*Demande · /);
  await expect(messages.getByRole("listitem").last()).toHaveText("Adresse non confirmée\u00a0: Camille Perrin");
  await expectAccessible(page);
  await checkbox(page).click();
  await expect(region(page)).toContainText("Aucun rappel prévu");
  await page.route("**/api/groups/*/messages", (route) => route.abort());
  await page.reload();
  await expect(region(page)).toContainText("Les messages n'ont pas pu être chargés.");
  await page.unroute("**/api/groups/*/messages");
  await button(region(page), "Réessayer").click();
  await expect(messages).toBeVisible();
});

test("a choice that could not be saved stays, and is saved again", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE], "/group");
  await expect(checkbox(page)).toBeChecked();
  await page.route(CALL, (route) => route.abort());
  await days(page).selectOption("10");
  await expect(region(page).getByRole("alert")).toContainText("Les rappels n'ont pas pu être enregistrés");
  await expect(days(page)).toHaveValue("10");
  await expectAccessible(page);
  await page.unroute(CALL);
  await button(region(page), "Réessayer").click();
  await expect(region(page).getByRole("status")).toHaveText("Enregistré");
  await page.reload();
  await expect(days(page)).toHaveValue("10");
});

test("quick choices are saved in their order", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE], "/group");
  const sent: unknown[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(CALL, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await held.promise;
    await route.continue();
  });
  for (const count of ["7", "10", "14"]) await days(page).selectOption(count);
  held.resolve();
  await expect(region(page).getByRole("status")).toHaveText("Enregistré");
  expect(sent).toEqual([
    { isOn: true, daysBefore: 7 },
    { isOn: true, daysBefore: 14 },
  ]);
});

test("settings that cannot be read are asked for again", async ({ page }) => {
  await page.route(CALL, (route) => route.abort());
  await arriveAsAdmin(page, [CULTE], "/group");
  await expect(region(page).getByRole("alert")).toContainText("Les rappels n'ont pas pu être chargés.");
  await page.unroute(CALL);
  await button(region(page), "Réessayer").click();
  await expect(checkbox(page)).toBeChecked();
});

test("members and a planning of one browser have no reminders", async ({ page, openDevice }) => {
  const admin = await openDevice();
  await returnAsAdmin(admin, { events: [CULTE], selectedGroup: "1" });
  await admin.goto("/group");
  await expect(admin.getByRole("region", { name: "Rôles combinables" })).toBeVisible();
  await expect(region(admin)).toHaveCount(0);
  await arriveAsAdmin(admin, [CULTE]);
  await arriveAsMember(page, CAMILLE);
  await page.goto("/group");
  await expect(page.getByRole("region", { name: "Banc" })).toBeVisible();
  await expect(region(page)).toHaveCount(0);
});

for (const isWanted of [true, false]) {
  test(`sharing ${isWanted ? "with" : "without"} reminders`, async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/select-group");
    await button(sharingRegion(page), "Partager avec l'équipe").click();
    const dialog = page.getByRole("dialog");
    const wish = dialog.getByRole("checkbox", { name: "Rappeler par mail ceux qui n'ont pas répondu", exact: true });
    await expect(wish).toBeChecked();
    await expect(button(dialog, "Annuler")).toBeFocused();
    if (!isWanted) await wish.click();
    await expectAccessible(page);
    await button(dialog, "Annuler").click();
    await share(page);
    await expectUpToDate(page);
    await page.goto("/group");
    await expect(checkbox(page)).toBeChecked({ checked: isWanted });
  });
}
