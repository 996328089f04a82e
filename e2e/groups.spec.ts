import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { STORAGE_FULL } from "#test/support/browser/sentences.ts";
import {
  fillStorage,
  openTab,
  returnAsAdmin,
  returnAsMember,
  storedEvents,
  storedText,
} from "#test/support/browser/visits.ts";

const NOW = "2026-11-12T18:00:00Z";

const EVENTS = [
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-11-18", "20:00", "Prière du mercredi", { groupId: "3" }),
  planned("2026-11-25", "20:00", "Prière du mercredi", { groupId: "3" }),
];

function region(page: Page): Locator {
  return page.getByRole("region", { name: "Gérer les groupes" });
}

function groupRows(page: Page): Locator {
  return page.getByRole("main").getByRole("list").first().getByRole("listitem");
}

/** From here on time passes only when the test advances it, in every open tab. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt("2026-11-12T18:05:00Z");
}

async function storedGroups(page: Page): Promise<{ id: string; name: string }[]> {
  return JSON.parse((await storedText(page, "groups")) ?? "[]");
}

/** Opens the panel that asks whether to delete a group. */
async function askToDelete(page: Page, group: string): Promise<void> {
  await region(page).getByLabel("Groupe à supprimer").selectOption(group);
  await button(region(page), "Supprimer le groupe").click();
}

test.describe("for an admin", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: NOW });
    await returnAsAdmin(page, { events: EVENTS, selectedGroup: "3" });
    await page.goto("/select-group");
    await expect(region(page)).toBeVisible();
  });

  test("a group is created after a second, once for two presses, under a short id of its own", async ({ page }) => {
    await stopTime(page);
    await region(page).getByLabel("Nom du groupe").fill("  Ensemble de Noël ");
    await button(region(page), "Créer le groupe").evaluate((pressed: HTMLElement) => {
      // Two presses before the page can render the first one.
      pressed.click();
      pressed.click();
    });
    await expect(button(region(page), "Créer le groupe")).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(900);
    await expect(groupRows(page)).toHaveCount(3);
    await page.clock.runFor(200);
    await expect(groupRows(page)).toHaveText([/Louange/, /jeunes/, /prière/, /^Ensemble de NoëlAucun événement/]);
    const status = region(page).getByRole("status").filter({ hasText: "Groupe « Ensemble de Noël » créé." });
    await expect(status).toBeVisible();
    await expect(region(page).getByLabel("Nom du groupe")).toHaveValue("");
    await page.clock.runFor(2_800);
    await expect(status).toBeVisible();
    await page.clock.runFor(300);
    await expect(status).toHaveCount(0);
    const created = (await storedGroups(page)).slice(3);
    expect(created).toEqual([{ id: expect.stringMatching(/^[a-hjkmnp-z2-9]{6}$/), name: "Ensemble de Noël" }]);
  });

  test("a group without a name is not created, and the sentence stands by its field", async ({ page }) => {
    await stopTime(page);
    const name = region(page).getByLabel("Nom du groupe");
    await name.fill("   ");
    await button(region(page), "Créer le groupe").click();
    await expect(region(page).getByRole("alert")).toHaveText("Le nom du groupe ne peut pas être vide");
    await expect(name).toHaveAccessibleDescription("Le nom du groupe ne peut pas être vide");
    await expect(name).toBeFocused();
    await name.fill("N".repeat(201));
    await expect(region(page).getByRole("alert")).toHaveCount(0);
    await button(region(page), "Créer le groupe").click();
    await expect(region(page).getByRole("alert")).toHaveText("Ce texte est trop long");
    await page.clock.runFor(1_100);
    expect(await storedGroups(page)).toHaveLength(3);
  });

  test("renaming asks for a group, then for a name, each next to its field", async ({ page }) => {
    await stopTime(page);
    await button(region(page), "Renommer le groupe").click();
    await expect(region(page).getByRole("alert")).toHaveText("Veuillez sélectionner un groupe à renommer");
    await expect(region(page).getByLabel("Groupe à renommer")).toBeFocused();
    await region(page).getByLabel("Groupe à renommer").selectOption("Groupe de jeunes");
    await button(region(page), "Renommer le groupe").click();
    await expect(region(page).getByRole("alert")).toHaveText("Le nouveau nom ne peut pas être vide");
    await expect(region(page).getByLabel("Nouveau nom")).toBeFocused();
  });

  test("a renamed group has its new name in the list, the badge and the other tab, and keeps its events", async ({
    page,
  }) => {
    const other = await openTab(page, "/");
    await expect(other.getByRole("banner")).toContainText("Soirée de prière");
    await stopTime(page);
    await region(page).getByLabel("Groupe à renommer").selectOption("Soirée de prière");
    await region(page).getByLabel("Nouveau nom").fill("Louez-Le");
    await button(region(page), "Renommer le groupe").dblclick();
    await page.clock.runFor(1_100);
    await expect(region(page).getByRole("status").filter({ hasText: "Groupe renommé en « Louez-Le »." })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Louez-Le" })).toContainText("Prière du mercredi");
    await expect(page.getByRole("banner")).toContainText("Louez-Le");
    await expect(other.getByRole("banner")).toContainText("Louez-Le");
    await expect(region(page).getByLabel("Groupe à renommer")).toHaveValue("");
    expect((await storedGroups(page))[2]).toEqual({ id: "3", name: "Louez-Le" });
    expect(await storedEvents(page)).toEqual(EVENTS);
  });

  test("the deletion panel says what goes, and Annuler and Escape call it off", async ({ page }) => {
    await stopTime(page);
    await button(region(page), "Supprimer le groupe").click();
    await expect(region(page).getByRole("alert")).toHaveText("Veuillez sélectionner un groupe à supprimer");
    await expect(region(page).getByLabel("Groupe à supprimer")).toBeFocused();
    await askToDelete(page, "Soirée de prière");
    const panel = region(page).getByRole("group", { name: "Supprimer « Soirée de prière » ?" });
    await expect(panel).toContainText("Ses 2 événements seront supprimés avec lui.");
    await expect(panel).toContainText("Vous aurez 10 secondes pour annuler.");
    await expect(panel.getByRole("button", { name: "Annuler" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(button(region(page), "Supprimer le groupe")).toBeFocused();
    await askToDelete(page, "Louange du dimanche");
    await expect(region(page)).toContainText("1 événement sera supprimé avec lui.");
    await region(page).getByLabel("Groupe à supprimer").selectOption("Groupe de jeunes");
    await expect(button(region(page), "Confirmer la suppression")).toHaveCount(0);
    await button(region(page), "Supprimer le groupe").click();
    await expect(region(page)).toContainText("Aucun événement ne sera supprimé avec lui.");
    await button(region(page), "Annuler").click();
    await expect(button(region(page), "Supprimer le groupe")).toBeFocused();
    await page.clock.runFor(1_100);
    await expect(groupRows(page)).toHaveCount(3);
  });

  test("deleting the selected group takes its events and the selection with it, in every tab", async ({ page }) => {
    const other = await openTab(page, "/");
    await expect(other.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
    await stopTime(page);
    await askToDelete(page, "Soirée de prière");
    await button(region(page), "Confirmer la suppression").dblclick();
    await expect(button(region(page), "Confirmer la suppression")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await expect(button(region(page), "Confirmer la suppression")).toBeVisible();
    await page.clock.runFor(1_100);
    await expect(groupRows(page)).toHaveText([/Louange du dimanche/, /Groupe de jeunes/]);
    await expect(
      region(page).getByRole("status").filter({ hasText: "Groupe « Soirée de prière » supprimé." }),
    ).toBeVisible();
    await expect(button(region(page), "Supprimer le groupe")).toBeFocused();
    await expect(page.getByRole("banner")).not.toContainText("Soirée de prière");
    await page.clock.resume();
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
    expect(await storedText(page, "selectedGroup")).toBeNull();
    expect(await storedEvents(page)).toEqual(EVENTS.slice(0, 1));
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
  });

  test("a group that another tab deletes meanwhile is not asked about, renamed or chosen any more", async ({
    page,
  }) => {
    const other = await openTab(page, "/select-group");
    await expect(region(other)).toBeVisible();
    await stopTime(page);
    await region(page).getByLabel("Groupe à renommer").selectOption("Groupe de jeunes");
    await region(page).getByLabel("Nouveau nom").fill("Les 15-25");
    await askToDelete(page, "Groupe de jeunes");
    await askToDelete(other, "Groupe de jeunes");
    await button(region(other), "Confirmer la suppression").click();
    await expect(groupRows(other)).toHaveCount(3);
    await page.clock.runFor(900);
    await button(region(page), "Renommer le groupe").click();
    await expect(button(region(page), "Renommer le groupe")).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(200);
    await expect(groupRows(page)).toHaveCount(2);
    await expect(button(region(page), "Confirmer la suppression")).toHaveCount(0);
    await expect(region(page).getByLabel("Groupe à supprimer")).toHaveValue("");
    await page.clock.runFor(1_100);
    await expect(region(page).getByRole("alert").locator("p")).toHaveText([
      "Échec du renommage du groupe",
      "Ce groupe n'existe plus.",
    ]);
    await button(other, "Annuler").click();
    await page.clock.runFor(1_100);
    await expect(groupRows(page)).toHaveCount(3);
    await expect(button(region(page), "Confirmer la suppression")).toHaveCount(0);
  });

  test("where the storage is full each change fails with its own sentence, and nothing is half written", async ({
    page,
  }) => {
    await stopTime(page);
    await fillStorage(page);
    const before = await storedText(page, "groups");
    const alert = region(page).getByRole("alert").locator("p");
    await region(page).getByLabel("Nom du groupe").fill("Ensemble de Noël");
    await button(region(page), "Créer le groupe").click();
    await page.clock.runFor(1_100);
    await expect(alert).toHaveText(["Échec de la création du groupe", STORAGE_FULL]);
    await expect(region(page).getByLabel("Nom du groupe")).toHaveValue("Ensemble de Noël");
    await region(page).getByLabel("Groupe à renommer").selectOption("Groupe de jeunes");
    await region(page).getByLabel("Nouveau nom").fill("Un nom plus long que celui d'avant");
    await button(region(page), "Renommer le groupe").click();
    await page.clock.runFor(1_100);
    await expect(alert.nth(2)).toHaveText("Échec du renommage du groupe");
    await expect(alert.nth(3)).toHaveText(STORAGE_FULL);
    // Leaves room for the groups, but not for the events.
    await page.evaluate(() => {
      const write = localStorage.setItem.bind(localStorage);
      Storage.prototype.setItem = (key, value) => {
        if (key === "events") throw new DOMException("full", "QuotaExceededError");
        write(key, value);
      };
    });
    await askToDelete(page, "Soirée de prière");
    await button(region(page), "Confirmer la suppression").click();
    await page.clock.runFor(1_100);
    await expect(alert.nth(4)).toHaveText("Échec de la suppression du groupe");
    await expect(alert.nth(5)).toHaveText(STORAGE_FULL);
    await expect(button(region(page), "Supprimer le groupe")).toBeFocused();
    expect(await storedText(page, "groups")).toBe(before);
    expect(await storedEvents(page)).toEqual(EVENTS);
  });

  test("once no group is left, the screen says what to do", async ({ page }) => {
    await stopTime(page);
    for (const name of ["Louange du dimanche", "Groupe de jeunes", "Soirée de prière"]) {
      await askToDelete(page, name);
      await button(region(page), "Confirmer la suppression").click();
      await page.clock.runFor(1_100);
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    }
    await expect(page.getByText("Aucun groupe pour l'instant")).toBeVisible();
    await expect(page.getByText("Créez le premier dans « Gérer les groupes ».")).toBeVisible();
  });

  test("groups of one name are told apart where one is chosen", async ({ page }) => {
    await stopTime(page);
    await region(page).getByLabel("Nom du groupe").fill("Groupe de jeunes");
    await page.keyboard.press("Enter");
    await page.clock.runFor(1_100);
    const options = region(page).getByLabel("Groupe à supprimer").getByRole("option");
    await expect(options.nth(2)).toHaveText("Groupe de jeunes");
    await expect(options.nth(4)).toHaveText(/^Groupe de jeunes \([a-z0-9]{6}\)$/);
  });
});

test("a member chooses a group, and has nothing to manage them with", async ({ page }) => {
  await returnAsMember(page, YANNICK);
  await page.goto("/select-group");
  await expect(groupRows(page)).toHaveCount(3);
  await expect(region(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Groupe de jeunes", exact: true }).click();
  await expect(page.getByRole("banner")).toContainText("Groupe de jeunes");
  expect(await storedText(page, "selectedGroup")).toBe("2");
});
