import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { chooseGroup, signInAsAdmin } from "#test/support/browser/people.ts";
import { everybody, plan, planned } from "#test/support/browser/planned.ts";

const EVENTS = [
  planned("2026-11-05", "19:30", "Répétition", { availability: everybody() }),
  planned("2026-11-12", "19:30", "Répétition", { availability: everybody(5) }),
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
];

test("no screen breaks a rule of WCAG 2.2 AA", async ({ page, request }) => {
  test.slow();
  await page.clock.setFixedTime("2026-11-12T18:00:00Z");
  await plan(page, EVENTS);
  await page.goto("/register");
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expectAccessible(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expectAccessible(page);
  await signInAsAdmin(page, request);
  await expectAccessible(page);
  await chooseGroup(page, "Louange du dimanche");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Absent" }).first().click();
  await page.getByRole("link", { name: "Répétition" }).last().click();
  await expect(page.getByRole("region", { name: "Équipe" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Supprimer l'événement" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Annuler" }).click();
  await page.evaluate(() => history.pushState(null, "", "/create-event?date=x"));
  await page.getByRole("button", { name: "Créer l'événement" }).click();
  await expectAccessible(page);
});
