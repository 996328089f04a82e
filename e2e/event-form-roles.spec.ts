import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { chooseRoles, openMore, role, SEVEN } from "#test/support/browser/required-roles.ts";
import { returnAsAdmin, storedEvents } from "#test/support/browser/visits.ts";

test.describe("the form of an event", () => {
  test.use({ viewport: { width: 360, height: 740 }, now: "2026-11-12T18:00:00Z" });

  test.beforeEach(async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/create-event?date=2026-11-22");
  });

  test("begins with the roles of the group, says folded what is chosen, and keeps it for another visit", async ({
    page,
  }) => {
    await openMore(page);
    await expect(page.getByRole("radio", { name: "Ceux du groupe" })).toBeChecked();
    await expect(page.getByText(`Pour ce groupe : ${SEVEN.join(", ")}.`)).toBeVisible();
    await expect(role(page, "Sono")).toHaveCount(0);
    await page.getByRole("radio", { name: "Ceux du groupe" }).press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Choisir" })).toBeChecked();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(7);
    await page.keyboard.press("Tab");
    await expect(role(page, "Lead")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(role(page, "Lead")).not.toBeChecked();
    await expectAccessible(page);
    await button(page, "Fin, précisions, répétition, rôles").click();
    const folded = page.getByRole("button", { name: /^Fin, précisions/ });
    await expect(folded).toHaveText("Fin, précisions, répétition, rôles6 rôles nécessaires");
    await page.reload();
    await expect(folded).toContainText("6 rôles nécessaires");
    await folded.click();
    await expect(role(page, "Lead")).not.toBeChecked();
    await page.getByRole("radio", { name: "Ceux du groupe" }).check();
    await page.getByRole("radio", { name: "Choisir" }).check();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(6);
  });

  test("gives the chosen roles to each date of a series, to those after one, and to a copy", async ({ page }) => {
    await field(page, "Nom de l'événement").fill("Culte");
    await field(page, "Heure").selectOption("10:00");
    await field(page, "Lieu").fill("Temple");
    await openMore(page);
    await field(page, "Répéter").selectOption("Chaque semaine");
    await field(page, "Jusqu'au").fill("2026-12-06");
    await chooseRoles(page, ["Lead", "Voix"]);
    await button(page, "Créer les 3 événements").click();
    await expect(page.getByText("« Culte » créé à 3 dates.")).toBeVisible();
    const series = async () => (await storedEvents(page)).filter(({ name }) => name === "Culte");
    const rolesOfSeries = async () =>
      (await series()).map((event) => (event as { requiredRoles?: string[] }).requiredRoles);
    expect(await rolesOfSeries()).toEqual([
      ["Lead", "Voix"],
      ["Lead", "Voix"],
      ["Lead", "Voix"],
    ]);

    const [, second] = await series();
    await page.goto(`/events/${second?.id}`);
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await role(page, "Voix").uncheck();
    await page.getByRole("radio", { name: "Cette date et les suivantes" }).check();
    await button(page, "Enregistrer les modifications").click();
    await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveCount(1);
    expect(await rolesOfSeries()).toEqual([["Lead", "Voix"], ["Lead"], ["Lead"]]);

    await page.getByRole("link", { name: "Dupliquer" }).click();
    await expect(role(page, "Lead")).toBeChecked();
    await field(page, "Date").fill("2026-11-28");
    await button(page, "Créer l'événement").click();
    await expect(page.getByText("« Culte » créé.")).toBeVisible();
    expect((await rolesOfSeries()).at(-1)).toEqual(["Lead"]);
  });
});
