import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./people.ts";
import type { StoredEvent } from "./planned.ts";
import { returnAsAdmin, returnAsMember, signInAsAdmin } from "./visits.ts";

export const SEED_GROUPS = [
  { id: "1", name: "Louange du dimanche" },
  { id: "2", name: "Groupe de jeunes" },
  { id: "3", name: "Soirée de prière" },
];

/** Shares these events with the team over the API, as another device of the admin would. No page is opened. */
export async function shareElsewhere(request: APIRequestContext, events: readonly StoredEvent[]): Promise<void> {
  await signInAsAdmin(request);
  await postPlanning(request, events);
}

/** Signs the admin in on this page, and shares these events over the API. */
export async function sharePlanning(page: Page, events: readonly StoredEvent[]): Promise<void> {
  await returnAsAdmin(page);
  await postPlanning(page.request, events);
}

async function postPlanning(request: APIRequestContext, events: readonly StoredEvent[]): Promise<void> {
  const answer = await request.post("/api/sharing", { data: { groups: SEED_GROUPS, events } });
  if (!answer.ok()) throw new Error(`sharing: ${await answer.text()}`);
}

/** The region that offers sharing, and shows its state. */
export function sharingRegion(page: Page): Locator {
  return page.getByRole("region", { name: "Partage", exact: true });
}

/** Presses the button, and confirms in the dialog. */
export async function share(page: Page): Promise<void> {
  await sharingRegion(page).getByRole("button", { name: "Partager avec l'équipe", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Partager", exact: true }).click();
}

/** Waits until the page shows that it is up to date: everything is received, and all its changes are sent. */
export async function expectUpToDate(page: Page): Promise<void> {
  await expect(page.getByText("À jour", { exact: true })).toBeVisible();
}

/** The planning is shared with these events, and the admin views the first group's. */
export async function arriveAsAdmin(page: Page, events: readonly StoredEvent[], path = "/"): Promise<void> {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await postPlanning(page.request, events);
  await page.goto(path);
  await expectUpToDate(page);
}

/** A member who has just registered, on the dashboard of the first group; returns their id. */
export async function arriveAsMember(page: Page, person: Person): Promise<string> {
  const { id } = await returnAsMember(page, person, { selectedGroup: "1" });
  await page.goto("/");
  await expectUpToDate(page);
  return id;
}
