import type { Locator, Page } from "@playwright/test";

/** Opens the user menu. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu utilisateur" }).click();
  await page.getByRole("button", { name: "Modifier le profil" }).waitFor();
}

/** The list of those who are no admins, in the open user menu. */
export function memberList(page: Page): Locator {
  return page.getByRole("list", { name: "Membres" });
}

/** Opens the dialog of one's own profile. */
export async function openProfile(page: Page): Promise<Locator> {
  await openMenu(page);
  await page.getByRole("button", { name: "Modifier le profil" }).click();
  const dialog = page.getByRole("dialog", { name: "Modifier le profil" });
  await dialog.getByLabel("Prénom", { exact: true }).waitFor();
  return dialog;
}

/** The person looks at the page again: it asks the server who they still are. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}
