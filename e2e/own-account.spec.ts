import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { lookAgain, menuButton, openProfile } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { expectUpToDate, shareElsewhere, sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, storedEvents, storedText } from "#test/support/browser/visits.ts";

const DELETED = "Votre compte est supprimé, avec vos connexions et vos réponses.";

const CULTE = planned("2050-11-29", "10:00", "Culte", { id: "culte" });

function password(dialog: Locator): Locator {
  return dialog.getByLabel("Mot de passe", { exact: true });
}

/** Camille is signed in, on the dashboard of the first group. */
async function arrive(page: Page): Promise<string> {
  const { id } = await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.goto("/");
  return id;
}

/** Camille and another person have answered an event of this browser's own planning. */
async function arriveWithAnswers(page: Page): Promise<string> {
  const { id } = await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  const own = { userId: id, userName: "Camille Perrin", status: "present" } as const;
  const other = { userId: "d", userName: "David Colin", position: "Pasteur", status: "present" } as const;
  const availability = [{ ...own, position: "Lead" }, other, { ...own, position: "Voix" }];
  await page.evaluate((events) => localStorage.setItem("events", events), JSON.stringify([{ ...CULTE, availability }]));
  await page.goto("/");
  return id;
}

async function openDeletion(page: Page): Promise<Locator> {
  const dialog = await openProfile(page);
  await button(dialog, "Supprimer mon compte").click();
  return dialog;
}

async function deleteAccount(page: Page): Promise<void> {
  const dialog = await openDeletion(page);
  await password(dialog).fill(CAMILLE.password);
  await button(dialog, "Confirmer la suppression").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion");
}

/** Of the answers stored in this browser, only the other person's is left. */
async function expectOwnAnswersGone(page: Page): Promise<void> {
  const [culte] = await storedEvents(page);
  expect(culte?.availability.map(({ userName }) => userName)).toEqual(["David Colin"]);
}

async function downloaded(page: Page): Promise<Record<string, unknown>> {
  const dialog = await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(dialog, "Télécharger mes données").click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^diapason-mes-donnees-\d{4}-\d{2}-\d{2}\.json$/);
  await expect(dialog.getByRole("status")).toHaveText("Vos données sont téléchargées.");
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

test.describe("one's own data", () => {
  test("are saved as a file that reads in French, with the answers that this device keeps", async ({ page }) => {
    await arriveWithAnswers(page);
    const file = await downloaded(page);
    expect(file["Compte"]).toMatchObject({
      Prénom: "Camille",
      "Adresse e-mail": "camille@example.org",
      Services: ["Lead", "Voix"],
    });
    expect(file["Appareils connectés"]).toHaveLength(1);
    expect(file["Réponses"]).toEqual([]);
    expect(file["Réponses gardées sur cet appareil"]).toEqual([
      {
        Événement: "Culte",
        Date: "29 novembre 2050 à 10:00",
        Lieu: "Temple de la Rotonde",
        Groupe: "Louange du dimanche",
        Réponse: "Présent",
        Services: ["Lead", "Voix"],
      },
    ]);
  });

  test("hold the answers in the team's planning, and the groups one belongs to", async ({ page, request }) => {
    await shareElsewhere(request, [CULTE]);
    await arrive(page);
    await page.request.put("/api/events/culte/availability", { data: { status: "absent" } });
    const file = await downloaded(page);
    expect(file["Groupes"]).toMatchObject([{ Nom: "Louange du dimanche" }]);
    expect(file["Réponses"]).toMatchObject([{ Événement: "Culte", Réponse: "Absent", Services: ["Lead", "Voix"] }]);
    expect(file["Réponses gardées sur cet appareil"]).toEqual([]);
  });

  test("that cannot be had say why", async ({ page }) => {
    await arrive(page);
    const dialog = await openProfile(page);
    await page.route("**/api/users/me/data", (route) => route.abort());
    await button(dialog, "Télécharger mes données").click();
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Vos données n'ont pas pu être téléchargées",
      UNREACHABLE,
    ]);
  });
});

test.describe("one's own account", () => {
  test("goes with its answers on this device, every session, and a word where one arrives", async ({
    page,
    openDevice,
  }) => {
    await arriveWithAnswers(page);
    const elsewhere = await openDevice();
    await signIn(elsewhere, CAMILLE);
    await deleteAccount(page);
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("status")).toHaveText(DELETED);
    await expectAccessible(page);
    await expectOwnAnswersGone(page);
    expect(await storedText(page, "currentUser")).toBeNull();
    expect(await storedText(page, "selectedGroup")).toBeNull();
    await lookAgain(elsewhere);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Connexion");
    await expect(elsewhere.getByRole("status")).toHaveText(/^Votre session a/);
    await page.getByLabel("Adresse e-mail", { exact: true }).fill(CAMILLE.email);
    await password(page.locator("main")).fill(CAMILLE.password);
    await button(page, "Se connecter").click();
    await expect(page.getByRole("alert")).toHaveText("User not found");
    await page.reload();
    await expect(page.getByRole("status")).toHaveCount(0);
  });

  test("goes from the team's planning, seen on another screen without a reload, with what was not sent", async ({
    page,
    openDevice,
  }) => {
    const admin = await openDevice();
    await sharePlanning(admin, [CULTE]);
    await arriveWithAnswers(page);
    await page.request.put("/api/events/culte/availability", { data: { status: "present" } });
    await admin.evaluate(() => localStorage.setItem("selectedGroup", "1"));
    await admin.goto("/events/culte");
    await expect(admin.getByRole("list", { name: "Présents" })).toContainText("Camille Perrin");
    await expectUpToDate(admin);
    await page.route("**/api/events/culte/availability", (route) => route.abort());
    await page.goto("/events/culte");
    await button(page, "Absent").click();
    await expect(page.getByText("1 réponse en attente")).toBeVisible();
    await deleteAccount(page);
    await expect(page.getByRole("status")).toHaveText(DELETED);
    await expect(admin.getByRole("region", { name: "Équipe" })).not.toContainText("Camille Perrin");
    await expectOwnAnswersGone(page);
    const kept = await page.evaluate(async () => {
      const opening = indexedDB.open("diapason.outbox");
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.addEventListener("success", () => resolve(opening.result));
      });
      const counting = database.transaction("outbox").objectStore("outbox").count();
      return new Promise((resolve) => {
        counting.addEventListener("success", () => resolve(counting.result));
      });
    });
    expect(kept).toBe(0);
  });

  test("stays without the password, with a wrong one, and when the server is silent", async ({ page }) => {
    await arrive(page);
    const dialog = await openDeletion(page);
    await expect(password(dialog)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Tous les champs sont obligatoires");
    await expect(password(dialog)).toBeFocused();
    await page.keyboard.type("sureau");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Le mot de passe est incorrect");
    await expect(password(dialog)).toBeFocused();
    await expect(password(dialog)).toHaveValue("sureau");
    await page.route("**/api/users/me/deletion", (route) => route.abort());
    await button(dialog, "Confirmer la suppression").click();
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Votre compte n'a pas pu être supprimé",
      UNREACHABLE,
    ]);
    await page.reload();
    await expect(menuButton(page)).toBeVisible();
  });

  test("is asked about in words first, and Annuler leads back to where one was", async ({ page }) => {
    await arrive(page);
    const dialog = await openProfile(page);
    await dialog.getByLabel("Prénom", { exact: true }).fill("Camillo");
    await button(dialog, "Supprimer mon compte").click();
    const form = dialog.getByRole("form", { name: "Supprimer mon compte" });
    await expect(form.getByRole("listitem")).toHaveText([/compte/, /connexions/, /réponses/]);
    await expect(form).toHaveAccessibleDescription(/Personne ne pourra vous les rendre/);
    await button(dialog, "Annuler").click();
    await expect(button(dialog, "Supprimer mon compte")).toBeFocused();
    await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Camillo");
  });

  test("of the default admin stays, and says why", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/");
    const dialog = await openDeletion(page);
    await password(dialog).fill("whatever");
    await button(dialog, "Confirmer la suppression").click();
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Votre compte n'a pas pu être supprimé",
      "Ce compte est commun à plusieurs personnes : il se règle sur le serveur.",
    ]);
  });
});

test("one's own data and the way out break no rule of WCAG 2.2 AA", async ({ page }) => {
  test.slow();
  await arrive(page);
  const dialog = await openProfile(page);
  await button(dialog, "Supprimer mon compte").scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await button(dialog, "Supprimer mon compte").click();
  await expectAccessible(page);
  await password(dialog).fill("sureau");
  await button(dialog, "Confirmer la suppression").click();
  await expect(dialog.getByRole("alert")).toHaveText("Le mot de passe est incorrect");
  await expectAccessible(page);
});
