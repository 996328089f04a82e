import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, region } from "#test/support/browser/locators.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";

test("a group has an address for replies, and who asks people chooses to get theirs", async ({ page }) => {
  await arriveAsAdmin(page, [], "/group");
  const reminders = region(page, "Rappels");
  const address = reminders.getByLabel("Adresse de réponse (facultatif)", { exact: true });
  await address.fill("louange@");
  await address.press("Enter");
  await expect(reminders.getByText("Adresse e-mail non valide")).toBeVisible();
  await expect(address).toBeFocused();
  await expectAccessible(page);
  await address.fill("louange@example.org");
  await address.press("Tab");
  await expect(reminders.getByRole("status")).toHaveText("Enregistré");
  await page.reload();
  await expect(address).toHaveValue("louange@example.org");
  await address.fill("");
  await button(reminders, "Enregistrer l'adresse").click();
  await expect(reminders.getByRole("status")).toHaveText("Enregistré");
  await page.reload();
  await expect(reminders.getByLabel("Combien de jours avant")).toBeVisible();
  await expect(address).toHaveValue("");

  const dialog = await openProfile(page);
  const choice = dialog.getByRole("checkbox", { name: "Recevoir les réponses" });
  await expect(choice).toBeEnabled();
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(dialog.getByText("Votre choix est enregistré")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect((await openProfile(page)).getByRole("checkbox", { name: "Recevoir les réponses" })).toBeChecked();
});
