import type { Page } from "@playwright/test";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { lookAgain, openProfile } from "#test/support/browser/menu.ts";
import { signOut } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, SEED_GROUPS, sharePlanning, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

const SERVICE = planned("2026-11-15", "10:00", "Culte");

/** Ends the session on the server, as another device may do. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await lookAgain(page);
  await page.waitForURL("**/login");
}

/** Signs in with the form on the page, as somebody who was signed out does: the page is not reloaded. */
async function signInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.waitForURL("**/select-group");
}

async function adminCredentials(page: Page): Promise<{ email: string; password: string }> {
  return (await (await page.request.get("/api/config")).json()).defaultAdmin;
}

const LOUANGE = "Louange du dimanche";

test.use({ now: "2026-11-12T18:00:00Z" });

test.describe("whoever loses their place", () => {
  test("by the end of the session reads so, and finds the event and the half-filled form again", async ({ page }) => {
    const admin = await adminCredentials(page);
    await returnAsAdmin(page, { events: [SERVICE], selectedGroup: "1" });
    await page.goto("/create-event");
    await page.getByLabel("Nom de l'événement").fill("Veillée de Noël");
    await page.getByLabel("Lieu").fill("Chapelle");
    await page.getByLabel("Heure").selectOption("18:30");
    await endSession(page);
    await expect(page.getByRole("status")).toContainText("Votre session a été fermée");
    await signInAgain(page, admin);
    await page.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
    await page.getByRole("button", { name: "Ajouter un événement le 24 novembre 2026" }).click();
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Veillée de Noël");
    await expect(page.getByLabel("Lieu")).toHaveValue("Chapelle");
    await expect(page.getByLabel("Heure")).toHaveValue("18:30");
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("2026-11-24");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("region", { name: "Calendrier" })).toContainText("Veillée de Noël");
    await page.getByRole("button", { name: "Ajouter un événement le 25 novembre 2026" }).click();
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("");
  });

  test("on an event's page is offered the event after signing in again", async ({ page }) => {
    const admin = await adminCredentials(page);
    await returnAsAdmin(page, { events: [SERVICE], selectedGroup: "1" });
    await page.goto(`/events/${SERVICE.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
    await endSession(page);
    await signInAgain(page, admin);
    await page.getByRole("region", { name: "Vous veniez pour" }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
  });

  test("half through the profile finds it again; a sign-out or closing the dialog drops it", async ({ page }) => {
    await returnAsMember(page, YANNICK, { selectedGroup: "1" });
    await page.goto("/");
    let dialog = await openProfile(page);
    await dialog.getByLabel("Prénom", { exact: true }).fill("Yann");
    await dialog.getByRole("checkbox", { name: "Voix" }).check();
    await endSession(page);
    await signInAgain(page, YANNICK);
    dialog = await openProfile(page);
    await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Yann");
    await expect(dialog.getByRole("checkbox", { name: "Voix" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    dialog = await openProfile(page);
    await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Yannick");
    await page.keyboard.press("Escape");
    await signOut(page);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("draft.profile");
    await expect(page.getByRole("status")).toHaveCount(0);
  });

  test("half through creating a group and renaming another finds both again", async ({ page }) => {
    const admin = await adminCredentials(page);
    await returnAsAdmin(page);
    await page.goto("/select-group");
    const management = page.getByRole("region", { name: "Gérer les groupes" });
    await management.getByLabel("Nom du groupe").fill("Chorale");
    await management.getByLabel("Groupe à renommer").selectOption(LOUANGE);
    await management.getByLabel("Nouveau nom").fill("Assemblée");
    await endSession(page);
    await signInAgain(page, admin);
    await expect(management.getByLabel("Nom du groupe")).toHaveValue("Chorale");
    await expect(management.getByLabel("Groupe à renommer")).toHaveValue("1");
    await expect(management.getByLabel("Nouveau nom")).toHaveValue("Assemblée");
    await management.getByRole("button", { name: "Renommer le groupe" }).click();
    await page.getByRole("button", { name: "Assemblée", exact: true }).click();
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(management.getByLabel("Nom du groupe")).toHaveValue("Chorale");
    await expect(management.getByLabel("Nouveau nom")).toHaveValue("");
  });

  test("finds nothing that somebody else half filled in before them in this tab", async ({ page, request }) => {
    await signUp(request, HELENE);
    await returnAsMember(page, YANNICK, { selectedGroup: "1" });
    await page.goto("/");
    await (await openProfile(page)).getByLabel("Prénom", { exact: true }).fill("Yann");
    await endSession(page);
    expect(await page.evaluate(() => sessionStorage.getItem("draft.profile"))).toContain("Yann");
    await signInAgain(page, HELENE);
    const dialog = await openProfile(page);
    await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Hélène");
  });

  test("as their session's time has come reads that it expired", async ({ page }) => {
    await returnAsMember(page, YANNICK, { selectedGroup: "1" });
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await page.clock.setFixedTime("2027-12-24T18:00:00Z");
    await endSession(page);
    await expect(page.getByRole("status")).toHaveText("Votre session a expiré. Reconnectez-vous pour continuer.");
  });

  test("by a session that was over before the page was opened reads that, and no reason that nobody knows", async ({
    page,
  }) => {
    await returnAsMember(page, YANNICK, { selectedGroup: "1" });
    await page.context().clearCookies();
    await page.goto("/");
    await page.waitForURL("**/login");
    await expect(page.getByRole("status")).toHaveText("Votre session a pris fin. Reconnectez-vous pour continuer.");
  });

  test("by the deletion of their account on another device reads so at once", async ({ page, openDevice }) => {
    await sharePlanning(page, [SERVICE]);
    const device = await openDevice();
    const id = await arriveAsMember(device, YANNICK);
    await page.request.delete(`/api/users/${id}`);
    await device.waitForURL("**/login");
    await expect(device.getByRole("status")).toContainText("Votre compte est supprimé");
  });

  test("half through registering finds all but the passwords after a reload", async ({ page }) => {
    await page.goto("/register");
    await page.getByLabel("Prénom", { exact: true }).fill("Élise");
    await page.getByLabel("Adresse e-mail", { exact: true }).fill("elise@example.org");
    await page.getByLabel("Mot de passe", { exact: true }).fill("contrebasse");
    await page.getByRole("checkbox", { name: "Piano" }).check();
    await page.reload();
    await expect(page.getByLabel("Prénom", { exact: true })).toHaveValue("Élise");
    await expect(page.getByLabel("Adresse e-mail", { exact: true })).toHaveValue("elise@example.org");
    await expect(page.getByRole("checkbox", { name: "Piano" })).toBeChecked();
    await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue("");
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain("contrebasse");
  });

  test("to a deleted group reads its name at the choice of a group, once", async ({ page }) => {
    await returnAsAdmin(page, { events: [SERVICE], selectedGroup: "1" });
    await page.goto("/");
    const other = await openTab(page, "/select-group");
    const management = other.getByRole("region", { name: "Gérer les groupes" });
    await management.getByLabel("Groupe à supprimer").selectOption("Louange du dimanche");
    await management.getByRole("button", { name: "Supprimer le groupe" }).click();
    await management.getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(page).toHaveURL("/select-group");
    const line = page.getByText("Le groupe « Louange du dimanche » a été supprimé.");
    await expect(line).toBeVisible();
    await page.getByRole("button", { name: "Groupe de jeunes", exact: true }).click();
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(page.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
    await expect(line).toHaveCount(0);
  });

  test("to a deleted event reads which one it was, from another device too", async ({ page, openDevice }) => {
    await sharePlanning(page, [SERVICE]);
    const device = await openDevice();
    await returnAsMember(device, YANNICK, { selectedGroup: "1" });
    expect((await device.request.put("/api/groups/1/members/me")).ok()).toBe(true);
    await device.goto(`/events/${SERVICE.id}`);
    await expectUpToDate(device);
    await page.request.delete(`/api/events/${SERVICE.id}`);
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("Événement non trouvé.");
    await expect(
      device.getByText("« Culte » du 15 novembre 2026 vient d'être supprimé par Admin Diapason."),
    ).toBeVisible();
    await expect(device.getByRole("button", { name: "Retour au tableau de bord" })).toBeVisible();
  });

  test("to a group deleted from another device reads by whom, in each tab", async ({ page, openDevice }) => {
    await sharePlanning(page, [SERVICE]);
    const device = await openDevice();
    await arriveAsMember(device, YANNICK);
    const tab = await openTab(device, "/");
    await expectUpToDate(tab);
    await page.request.delete("/api/groups/1");
    for (const shown of [device, tab]) {
      await expect(shown).toHaveURL("/select-group");
      await expect(shown.getByText(`Le groupe « ${LOUANGE} » a été supprimé par Admin Diapason.`)).toBeVisible();
    }
  });

  test("to the team's planning, which lacks their group, does not read that it was deleted", async ({
    page,
    openDevice,
  }) => {
    const device = await openDevice();
    const groups = [...SEED_GROUPS, { id: "kx2m4q", name: "Chorale" }];
    await returnAsMember(device, YANNICK, { groups, selectedGroup: "kx2m4q" });
    await device.goto("/");
    await expect(device.getByRole("banner")).toContainText("Chorale");
    await sharePlanning(page, [SERVICE]);
    await lookAgain(device);
    await expect(device).toHaveURL("/select-group");
    await expect(
      device.getByText("Le planning est maintenant celui de l'équipe, et le groupe « Chorale » n'y est pas."),
    ).toBeVisible();
    await expect(device.getByText("a été supprimé")).toHaveCount(0);
  });
});
