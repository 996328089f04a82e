import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2026-11-29", "10:00", "Culte");

test.use({ viewport: { width: 360, height: 740 }, timezoneId: "Europe/Paris" });

test("Friday's concert until 01:30 is planned, shown, copied, and over at 01:30", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-27T22:00:00+01:00") });
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/create-event?date=2026-11-27");
  await page.getByLabel("Nom de l'événement").fill("Concert");
  await page.getByLabel("Heure").selectOption("21:00");
  await page.getByLabel("Lieu").fill("Salle des fêtes");
  await page.getByRole("button", { name: "Fin, précisions, répétition, rôles" }).click();
  const end = page.getByLabel("Fin (facultatif)");
  await expect(end.locator("option").last()).toHaveText("05:30 (lendemain)");
  await end.selectOption("01:30 (lendemain)");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fin, précisions, répétition, rôles" }).click();
  await expect(page.getByText("Jusqu'à 01:30 (lendemain)")).toBeVisible();
  await page.getByRole("button", { name: "Créer l'événement" }).click();
  await expect(page.getByText("« Concert » créé.")).toBeVisible();
  await page.getByRole("link", { name: "Concert" }).first().click();
  await expect(page.getByText("vendredi 27 novembre 2026 de 21:00 à 01:30")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Modifier l'événement" }).click();
  await expect(end).toHaveValue("25:30");
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("link", { name: "Dupliquer" }).click();
  await expect(page.getByRole("heading", { name: "Créer un événement" })).toBeVisible();
  await expect(end.locator("option:checked")).toHaveText("01:30 (lendemain)");
  await page.goto("/");
  const next = upcomingCards(page).getByRole("heading");
  await expect(next).toHaveText(["Concert", "Culte"]);
  // Saturday, 00:30, with the page open.
  await page.clock.fastForward("02:30:00");
  await expect(page.locator('[aria-current="date"]')).toHaveAttribute("data-date", "2026-11-28");
  await expect(next).toHaveText(["Concert", "Culte"]);
  await page.clock.fastForward("50:00");
  await expect(next).toHaveText(["Concert", "Culte"]);
  await page.clock.fastForward("10:00");
  await expect(next).toHaveText(["Culte"]);
});
