import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./diapason.ts";
import { lookAgain, openMenu } from "./menu.ts";
import { type Person, signIn } from "./people.ts";
import { returnAsAdmin, returnAsMember } from "./visits.ts";

const ELISE: Person = {
  firstName: "Élise",
  lastName: "Fontaine",
  email: "elise@example.org",
  password: "tilleul",
  services: ["Piano", "Voix"],
};

function row(page: Page, name: string): Locator {
  return page.getByRole("list", { name: "Utilisateurs" }).locator("> li").filter({ hasText: name });
}

function button(page: Page, name: string): Locator {
  return row(page, "Élise Fontaine").getByRole("button", { name, exact: true });
}

/** Élise is an admin on a device of hers; the default admin looks at the users. */
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
  const remove = button(page, "Retirer les droits");
  await expect(remove).toHaveAccessibleDescription("Élise Fontaine");
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Annuler")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.click();
  await button(page, "Confirmer le retrait").click();
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
    "Ce compte est celui de l'administrateur par défaut : il se règle sur le serveur.",
  ]);
  await expect(builtIn.getByText("Admin", { exact: true })).toBeVisible();
});

test("asking breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page, openDevice }) => {
  await meetAnAdmin(page, await openDevice());
  await button(page, "Retirer les droits").click();
  await expectAccessible(page);
});
