import type { Locator, Page } from "@playwright/test";

/** The button of the user menu. Its accessible name ends with the text written on it. */
export function menuButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Menu utilisateur, ./ });
}

/** Opens the user menu. */
export async function openMenu(page: Page): Promise<void> {
  await menuButton(page).click();
  await page.getByRole("button", { name: "Modifier le profil" }).waitFor();
}

/** The list of the users who are not admins, in the open user menu. */
export function memberList(page: Page): Locator {
  return page.getByRole("list", { name: "Membres" });
}

/** Opens the dialog of the user's own profile. */
export async function openProfile(page: Page): Promise<Locator> {
  await openMenu(page);
  await page.getByRole("button", { name: "Modifier le profil" }).click();
  const dialog = page.getByRole("dialog", { name: "Modifier le profil" });
  await dialog.getByLabel("Prénom", { exact: true }).waitFor();
  return dialog;
}

/** Simulates a return to the page. The page then checks its session with the server. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}
