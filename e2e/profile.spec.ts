import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field } from "#test/support/browser/locators.ts";
import { lookAgain, openProfile } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { fillStorage, returnAsMember, storedEvents, storedText } from "#test/support/browser/visits.ts";

const NOW = "2026-11-12T18:00:00Z";

/** Camille is signed in, on the dashboard of the first group, with these events stored. */
async function arrive(page: Page, events: readonly StoredEvent[] = []): Promise<string> {
  const { id } = await returnAsMember(page, CAMILLE, { events, selectedGroup: "1" });
  await page.goto("/");
  return id;
}

function service(dialog: Locator, name: string): Locator {
  return dialog.getByRole("group", { name: "Services" }).getByRole("checkbox", { name, exact: true });
}

async function openPassword(page: Page): Promise<Locator> {
  const dialog = await openProfile(page);
  await button(dialog, "Changer le mot de passe").click();
  return dialog;
}

async function typePasswords(dialog: Locator, old: string, next: string, confirmation = next): Promise<void> {
  await field(dialog, "Ancien mot de passe").fill(old);
  await field(dialog, "Nouveau mot de passe").fill(next);
  await field(dialog, "Confirmer le nouveau mot de passe").fill(confirmation);
}

/** Returns a function that counts the page's calls of this kind from now on. */
function countCalls(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

test.describe("the profile", () => {
  test("opens on what is known, closes by Escape, its button or beside it, and gives the focus back", async ({
    page,
  }) => {
    await arrive(page);
    const dialog = await openProfile(page);
    await expect(field(dialog, "Prénom")).toHaveValue("Camille");
    await expect(field(dialog, "Nom")).toHaveValue("Perrin");
    await expect(dialog.getByRole("group", { name: "Services" }).getByRole("checkbox", { checked: true })).toHaveCount(
      2,
    );
    await expect(dialog.getByRole("group", { name: "Services" }).getByRole("checkbox")).toHaveCount(14);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Menu utilisateur" })).toBeFocused();
    await button(await openProfile(page), "Fermer").click();
    await expect(dialog).toHaveCount(0);
    await openProfile(page);
    await page.mouse.click(8, 400);
    await expect(dialog).toHaveCount(0);
  });

  test("saved, is shown at once, stored, and told for three seconds; two presses save once", async ({ page }) => {
    await page.clock.install({ time: NOW });
    await arrive(page);
    const saves = countCalls(page, "PATCH", "/api/users/me");
    const dialog = await openProfile(page);
    await page.clock.pauseAt("2026-11-12T18:05:00Z");
    await field(dialog, "Prénom").fill(" Camillo ");
    await service(dialog, "Guitare acoustique").check();
    await service(dialog, "Guitare électrique").check();
    await expect(service(dialog, "Guitare acoustique")).not.toBeChecked();
    await button(dialog, "Enregistrer").dblclick();
    const status = dialog.getByRole("status").filter({ hasText: "Profil mis à jour avec succès" });
    await expect(status).toBeVisible();
    await page.clock.runFor(2_800);
    await expect(status).toBeVisible();
    await page.clock.runFor(300);
    await expect(status).toHaveCount(0);
    expect(saves()).toBe(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Menu utilisateur" })).toContainText("Camillo");
    expect(JSON.parse((await storedText(page, "currentUser")) ?? "")).toMatchObject({
      firstName: "Camillo",
      positions: ["Guitare électrique", "Voix", "Lead"],
    });
  });

  test("needs both names and a service, says so where it is, and keeps what was typed", async ({ page }) => {
    await arrive(page);
    const saves = countCalls(page, "PATCH", "/api/users/me");
    const dialog = await openProfile(page);
    await field(dialog, "Prénom").fill("Camillo");
    await field(dialog, "Nom").fill("   ");
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByRole("alert")).toHaveText("Tous les champs sont obligatoires");
    await expect(field(dialog, "Nom")).toBeFocused();
    await expect(field(dialog, "Prénom")).toHaveValue("Camillo");
    await field(dialog, "Nom").fill("Perrin");
    await service(dialog, "Lead").uncheck();
    await service(dialog, "Voix").uncheck();
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByRole("alert")).toHaveText("Veuillez sélectionner au moins une position");
    await expect(dialog.getByRole("group", { name: "Services" })).toHaveAccessibleDescription(
      "Veuillez sélectionner au moins une position",
    );
    await field(dialog, "Nom").fill("N".repeat(201));
    await service(dialog, "Sono").check();
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByRole("alert")).toHaveText("Ce texte est trop long");
    expect(saves()).toBe(0);
  });

  test("that cannot be saved says so, then why, and can be saved again", async ({ page }) => {
    await arrive(page);
    const dialog = await openProfile(page);
    await field(dialog, "Prénom").fill("Camillo");
    await page.route("**/api/users/me", (route) => route.abort());
    await button(dialog, "Enregistrer").click();
    const lines = dialog.getByRole("alert").locator("p");
    await expect(lines).toHaveText(["Échec de la mise à jour du profil", UNREACHABLE]);
    await expect(field(dialog, "Prénom")).toHaveValue("Camillo");
    await page.unroute("**/api/users/me");
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
    await expect(lines).toHaveCount(0);
  });

  test("with new services restates presences from today on; the past, absences and others stay", async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const { id } = await returnAsMember(page, CAMILLE);
    const own = { userId: id, userName: "Camille Perrin" };
    const other = { userId: "david", userName: "David Colin", position: "Pasteur", status: "present" } as const;
    const asLeadAndVoice = [
      { ...own, position: "Lead", status: "present" },
      { ...own, position: "Voix", status: "present" },
    ] as const;
    const events = [
      planned("2026-11-11", "20:00", "Hier", { availability: [...asLeadAndVoice, other] }),
      planned("2026-11-12", "06:00", "Ce matin", { availability: [...asLeadAndVoice, other] }),
      planned("2026-11-29", "10:00", "Culte", { groupId: "2", availability: [other, ...asLeadAndVoice] }),
      planned("2026-12-06", "10:00", "Absente", { availability: [{ ...own, position: "Lead", status: "absent" }] }),
      planned("2026-12-13", "10:00", "Sans réponse", { availability: [other] }),
    ];
    await page.evaluate((stored) => {
      localStorage.setItem("events", stored);
      localStorage.setItem("selectedGroup", "1");
    }, JSON.stringify(events));
    await page.goto("/");
    const dialog = await openProfile(page);
    await field(dialog, "Nom").fill("Perrin-Roux");
    await service(dialog, "Voix").uncheck();
    await service(dialog, "Lead").uncheck();
    await service(dialog, "Piano").check();
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
    const [yesterday, morning, service2, absent, silent] = await storedEvents(page);
    const asPiano = { userId: id, userName: "Camille Perrin-Roux", position: "Piano", status: "present" };
    expect(yesterday).toEqual(events[0]);
    expect(morning?.availability).toEqual([asPiano, other]);
    expect(service2?.availability).toEqual([other, asPiano]);
    expect([absent, silent]).toEqual(events.slice(3));
  });

  test("whose presences cannot be restated says why, though its names are saved", async ({ page }) => {
    const id = await arrive(page);
    const presence = { userId: id, userName: "Camille Perrin", position: "Lead", status: "present" } as const;
    const days = Array.from({ length: 50 }, (_, index) => `20${index + 50}-01-01`);
    const events = days.map((date) => planned(date, "10:00", "Culte", { availability: [presence] }));
    await page.evaluate((stored) => localStorage.setItem("events", stored), JSON.stringify(events));
    await page.reload();
    const dialog = await openProfile(page);
    // The longer name is repeated in each event and exceeds the storage, even without the remembered user.
    await field(dialog, "Prénom").fill("Camille-Antoinette-Geneviève");
    await fillStorage(page);
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Échec de la mise à jour du profil",
      "L'espace de stockage de ce navigateur est plein ou bloqué.",
    ]);
    expect(await storedEvents(page)).toEqual(events);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("filler")) localStorage.removeItem(key);
    });
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
    expect((await storedEvents(page))[0]?.availability[0]?.userName).toBe("Camille-Antoinette-Geneviève Perrin");
  });

  test("of somebody without services shows none, and asks for one", async ({ page }) => {
    await page.route("**/api/auth/get-session", async (route) => {
      const answer = await route.fetch();
      const session = await answer.json();
      await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, positions: [] } } });
    });
    await arrive(page);
    await lookAgain(page);
    await expect.poll(async () => storedText(page, "currentUser")).toContain('"positions":[]');
    const dialog = await openProfile(page);
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByRole("alert")).toHaveText("Veuillez sélectionner au moins une position");
  });
});

test.describe("the password", () => {
  test("is changed once for two presses, told for three seconds, and other sessions end", async ({
    page,
    openDevice,
  }) => {
    await page.clock.install({ time: NOW });
    await arrive(page);
    const elsewhere = await openDevice();
    await signIn(elsewhere, CAMILLE);
    const changes = countCalls(page, "POST", "/api/auth/change-password");
    const dialog = await openPassword(page);
    await expect(field(dialog, "Ancien mot de passe")).toBeFocused();
    await page.clock.pauseAt("2026-11-12T18:05:00Z");
    await typePasswords(dialog, CAMILLE.password, "châtaignier");
    await button(dialog, "Modifier le mot de passe").dblclick();
    const status = dialog.getByRole("status").filter({ hasText: "Mot de passe modifié avec succès" });
    await expect(status).toBeVisible();
    await expect(field(dialog, "Ancien mot de passe")).toHaveValue("");
    await page.clock.runFor(2_800);
    await expect(status).toBeVisible();
    await page.clock.runFor(300);
    await expect(status).toHaveCount(0);
    expect(changes()).toBe(1);
    await lookAgain(elsewhere);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Connexion");
    await signIn(elsewhere, { ...CAMILLE, password: "châtaignier" });
    await lookAgain(page);
    await expect(page).toHaveURL("/");
  });

  test("is not changed while something is missing, short or repeated otherwise", async ({ page }) => {
    await arrive(page);
    const changes = countCalls(page, "POST", "/api/auth/change-password");
    const dialog = await openPassword(page);
    const alert = dialog.getByRole("alert");
    await button(dialog, "Modifier le mot de passe").click();
    await expect(alert).toHaveText("Tous les champs sont obligatoires");
    await typePasswords(dialog, CAMILLE.password, "court");
    await button(dialog, "Modifier le mot de passe").click();
    await expect(alert).toHaveText("Le mot de passe doit contenir au moins 6 caractères");
    await expect(field(dialog, "Nouveau mot de passe")).toBeFocused();
    await typePasswords(dialog, CAMILLE.password, "châtaignier", "chataignier");
    await button(dialog, "Modifier le mot de passe").click();
    await expect(alert).toHaveText("Les mots de passe ne correspondent pas");
    await expect(field(dialog, "Confirmer le nouveau mot de passe")).toBeFocused();
    expect(changes()).toBe(0);
  });

  test("needs the old one, and a wrong one is told beside its field", async ({ page }) => {
    await arrive(page);
    const dialog = await openPassword(page);
    await typePasswords(dialog, "sureau", "châtaignier");
    await button(dialog, "Modifier le mot de passe").click();
    await expect(dialog.getByRole("alert")).toHaveText("L'ancien mot de passe est incorrect");
    await expect(field(dialog, "Ancien mot de passe")).toBeFocused();
    await expect(field(dialog, "Nouveau mot de passe")).toHaveValue("châtaignier");
  });

  test("that cannot be changed says so, then why", async ({ page }) => {
    await arrive(page);
    const dialog = await openPassword(page);
    await page.route("**/api/auth/change-password", (route) => route.abort());
    await typePasswords(dialog, CAMILLE.password, "châtaignier");
    await button(dialog, "Modifier le mot de passe").click();
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Échec de la modification du mot de passe",
      UNREACHABLE,
    ]);
    await expect(field(dialog, "Ancien mot de passe")).toHaveValue(CAMILLE.password);
  });

  test("leads back to the profile as it was left", async ({ page }) => {
    await arrive(page);
    const dialog = await openProfile(page);
    await field(dialog, "Prénom").fill("Camillo");
    await button(dialog, "Changer le mot de passe").click();
    await button(dialog, "Retour").click();
    await expect(field(dialog, "Prénom")).toHaveValue("Camillo");
    await expect(button(dialog, "Changer le mot de passe")).toBeFocused();
  });
});

test("the profile and the password break no rule of WCAG 2.2 AA, with their errors", async ({ page }) => {
  test.slow();
  await arrive(page);
  const dialog = await openProfile(page);
  await field(dialog, "Prénom").fill("");
  await button(dialog, "Enregistrer").click();
  await expectAccessible(page);
  await button(dialog, "Changer le mot de passe").click();
  await typePasswords(dialog, CAMILLE.password, "court");
  await button(dialog, "Modifier le mot de passe").click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
