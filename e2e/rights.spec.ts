import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { ELISE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { lookAgain, openMenu } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

function row(page: Page, name: string): Locator {
  return page.getByRole("list", { name: "Utilisateurs" }).locator("> li").filter({ hasText: name });
}

/** Élise is an admin on her own device; the default admin views the list of users. */
async function meetAnAdmin(page: Page, elise: Page): Promise<void> {
  await returnAsMember(elise, ELISE, { selectedGroup: "1" });
  await returnAsAdmin(page);
  expect((await page.request.post("/api/users/admins", { data: { email: ELISE.email } })).status()).toBe(200);
  await page.goto("/users");
}

test("an admin's rights are taken back in two steps, and their other devices are signed out at the next look", async ({
  page,
  openDevice,
}) => {
  const elise = await openDevice();
  await meetAnAdmin(page, elise);
  await elise.goto("/");
  await openMenu(elise);
  await elise.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  await expect(row(elise, "Élise Fontaine")).toBeVisible();
  await expect(row(page, "Admin Diapason").getByRole("button")).toHaveCount(0);
  const remove = button(row(page, "Élise Fontaine"), "Retirer les droits");
  await expect(remove).toHaveAccessibleDescription("Élise Fontaine");
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(button(row(page, "Élise Fontaine"), "Annuler")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.click();
  await button(row(page, "Élise Fontaine"), "Confirmer le retrait").click();
  await expect(page.getByRole("status").filter({ hasText: "Élise Fontaine n'a plus les droits" })).toBeVisible();
  await expect(row(page, "Élise Fontaine").getByText("Admin", { exact: true })).toHaveCount(0);
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Supprimer Élise Fontaine" })).toBeFocused();
  await lookAgain(elise);
  await expect(elise).toHaveURL("/login");
  await signIn(elise, ELISE);
  await openMenu(elise);
  await expect(elise.getByRole("link", { name: "Gérer les utilisateurs" })).toHaveCount(0);
});

test("a refused removal says so, then why, and the list shows what is true", async ({ page, openDevice }) => {
  await meetAnAdmin(page, await openDevice());
  const { defaultAdmin } = await (await page.request.get("/api/config")).json();
  const elise = await openDevice();
  await signIn(elise, ELISE);
  await openMenu(elise);
  await elise.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  const builtIn = row(elise, "Admin Diapason");
  await expect(builtIn).toContainText(defaultAdmin.email);
  await builtIn.getByRole("button", { name: "Retirer les droits" }).click();
  await builtIn.getByRole("button", { name: "Confirmer le retrait" }).click();
  await expect(elise.getByRole("alert").locator("p")).toHaveText([
    "Impossible de retirer les droits",
    "Ce compte est commun à plusieurs personnes : il se règle sur le serveur.",
  ]);
  await expect(builtIn.getByText("Admin", { exact: true })).toBeVisible();
});

test("asking breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page, openDevice }) => {
  await meetAnAdmin(page, await openDevice());
  await button(row(page, "Élise Fontaine"), "Retirer les droits").click();
  await expectAccessible(page);
});
