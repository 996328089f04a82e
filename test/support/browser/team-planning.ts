import { expect, type Locator, type Page } from "@playwright/test";
import type { StoredEvent } from "./planned.ts";
import { returnAsAdmin } from "./visits.ts";

export const SEED_GROUPS = [
  { id: "1", name: "Louange du dimanche" },
  { id: "2", name: "Groupe de jeunes" },
  { id: "3", name: "Soirée de prière" },
];

/** The planning becomes the team's, as another device of the admin would have made it. */
export async function sharePlanning(page: Page, events: readonly StoredEvent[]): Promise<void> {
  await returnAsAdmin(page);
  const answer = await page.request.post("/api/sharing", { data: { groups: SEED_GROUPS, events } });
  if (!answer.ok()) throw new Error(`sharing: ${await answer.text()}`);
}

/** Where sharing is offered and told. */
export function sharingRegion(page: Page): Locator {
  return page.getByRole("region", { name: "Partage", exact: true });
}

/** Presses what is asked about first, then agrees. */
export async function share(page: Page): Promise<void> {
  await sharingRegion(page).getByRole("button", { name: "Partager avec l'équipe", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Partager", exact: true }).click();
}

/** Waits until the page follows the team's planning, and all of it has come and gone. */
export async function expectUpToDate(page: Page): Promise<void> {
  await expect(page.getByText("À jour", { exact: true })).toBeVisible();
}
