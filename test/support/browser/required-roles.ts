import type { Locator, Page } from "@playwright/test";
import { button, field } from "./locators.ts";

/** The roles that the events of a new group need. */
export const SEVEN = ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"];
/** The other roles that an event may need. */
export const OTHER_ROLES = ["Voix", "Clavier", "Violon", "Saxophone", "Percussions", "DM"];

/** The checkbox of a role. */
export function role(within: Page | Locator, name: string): Locator {
  return within.getByRole("checkbox", { name, exact: true });
}

/** Opens the optional fields of the form of an event, where a phone folds them. */
export async function openMore(page: Page): Promise<void> {
  await field(page, "Lieu").waitFor();
  const more = button(page, "Fin, précisions, répétition, rôles");
  if (await more.isVisible()) await more.click();
}

/** Gives the event of the form its own roles. */
export async function chooseRoles(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole("radio", { name: "Choisir" }).check();
  for (const name of [...SEVEN, ...OTHER_ROLES]) await role(page, name).setChecked(names.includes(name));
}
