import type { Locator, Page } from "@playwright/test";
import { CAMILLE as SINGER } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { chooseGroup, register, signIn, signInAsAdmin, signOut, type Person } from "#test/support/browser/people.ts";
import { dayOf } from "#test/support/browser/visits.ts";

const GROUP = "Louange du dimanche";

const CAMILLE: Person = { ...SINGER, services: ["Lead", "Guitare acoustique", "Voix"] };

function upcomingEvent(page: Page, name: string): Locator {
  return page.getByRole("region", { name: "Prochains événements" }).getByRole("listitem").filter({ hasText: name });
}

function criticalRole(page: Page, role: string): Locator {
  return page.getByRole("region", { name: "Rôles critiques" }).getByRole("listitem").filter({ hasText: role });
}

// A Thursday, three days before the Sunday.
test.use({ now: "2026-11-12T18:00:00Z" });

test("an admin plans Sunday, a musician answers, and both see which critical roles are missing", async ({
  page,
  request,
}) => {
  test.slow();
  await test.step("the admin creates Sunday's event in their group", async () => {
    await signInAsAdmin(page, request);
    await chooseGroup(page, GROUP);
    await expect(page.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
    await expect(page.getByText("Aucun événement à venir.")).toBeVisible();
    await page.getByRole("button", { name: "Ajouter un événement le 15 novembre 2026" }).click();
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("2026-11-15");
    await page.getByLabel("Nom de l'événement").fill("Culte");
    await page.getByLabel("Heure").selectOption("10:00");
    await page.getByLabel("Lieu").fill("Temple de la Rotonde");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
  });

  await test.step("with nobody present, all seven roles are missing", async () => {
    const sunday = upcomingEvent(page, "Culte");
    await expect(sunday).toContainText("Manque : Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur");
    await expect(sunday).toContainText("dimanche 15 novembre 2026 à 10:00");
    await expect(sunday).toContainText("Temple de la Rotonde");
    const cell = dayOf(page, "2026-11-15");
    await expect(cell).toContainText("1 événement");
    await expect(cell.getByRole("img", { name: "Rôles critiques manquants" })).toBeVisible();
    await signOut(page);
  });

  await test.step("a musician registers and says that she comes", async () => {
    await register(page, CAMILLE);
    await chooseGroup(page, GROUP);
    await dayOf(page, "2026-11-15").getByRole("link", { name: "Culte" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Culte" })).toBeVisible();
    const own = page.getByRole("region", { name: "Ma disponibilité" });
    await own.getByRole("button", { name: "Présent" }).click();
    await expect(own.getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
    await expect(own.getByRole("button", { name: "Retirer ma réponse" })).toBeVisible();
  });

  await test.step("she sees what she covers and what still is missing", async () => {
    await expect(criticalRole(page, "Lead")).toContainText(/Camille Perrin.*Couvert/);
    await expect(criticalRole(page, "Guitare")).toContainText(/Camille Perrin.*Couvert/);
    await expect(criticalRole(page, "Batterie")).toContainText("Manquant");
    const team = page.getByRole("region", { name: "Équipe" });
    await expect(team.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveText([/Camille Perrin/]);
    await expect(team.getByRole("list", { name: "Absents" }).getByRole("listitem")).toHaveCount(0);
    await expect(team.getByRole("list", { name: "Sans réponse" }).getByRole("listitem")).toHaveText([/Admin Diapason/]);
    await page.goBack();
    await expect(upcomingEvent(page, "Culte")).toContainText("Manque : Batterie, Bass, Piano, Sono, Pasteur");
    await signOut(page);
  });

  await test.step("the admin reads her answer, and answers too", async () => {
    await signInAsAdmin(page, request);
    await chooseGroup(page, GROUP);
    const sunday = upcomingEvent(page, "Culte");
    await expect(sunday).toContainText("Présents : Camille Perrin");
    await expect(sunday).toContainText("Manque : Batterie, Bass, Piano, Sono, Pasteur");
    await sunday.getByRole("button", { name: "Présent" }).click();
    await expect(sunday).toContainText("Manque : Batterie, Bass, Piano, Pasteur");
    await expect(page.getByRole("status").filter({ hasText: "Présence notée pour le 15 novembre." })).toBeVisible();
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(sunday).toContainText("Manque : Batterie, Bass, Piano, Sono, Pasteur");
    await signOut(page);
  });

  await test.step("she finds her answer again, and changes her mind", async () => {
    await signIn(page, CAMILLE);
    await chooseGroup(page, GROUP);
    const sunday = upcomingEvent(page, "Culte");
    await expect(sunday.getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
    await sunday.getByRole("button", { name: "Absent" }).click();
    await expect(sunday).toContainText("Manque : Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur");
  });
});
