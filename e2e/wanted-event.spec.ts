import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { chooseGroup, register, signInAsAdmin, signOut } from "#test/support/browser/people.ts";
import { plan, planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsMember } from "#test/support/browser/visits.ts";

const YOUTH = planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" });

function offer(page: Page): Locator {
  return page.getByRole("region", { name: "Vous veniez pour", exact: true });
}

/** Yannick follows a link to the event, and registers where it asks him to. */
async function registerForEvent(device: Page): Promise<void> {
  await device.goto(`/events/${YOUTH.id}`);
  await device.getByRole("link", { name: "Créer un compte" }).click();
  await device.getByLabel("Prénom", { exact: true }).waitFor();
  await register(device, YANNICK);
}

/** The user follows the offer and leaves again: they still belong to the first group only. */
async function expectNotJoinedByOffer(device: Page): Promise<void> {
  await offer(device).getByRole("link", { name: "Soirée jeunes" }).click();
  await expect(device.getByRole("heading", { level: 1 })).toHaveText("Soirée jeunes");
  await expect(device.getByRole("banner")).toContainText("Groupe de jeunes");
  await expectUpToDate(device);
  await device.getByRole("button", { name: "Retour" }).click();
  await expect(device.getByRole("heading", { level: 1 })).not.toHaveText("Soirée jeunes");
  // One retry: the server may just be closing the idle connection of the earlier calls.
  const memberships = await (await device.request.get("/api/memberships", { maxRetries: 1 })).json();
  expect(memberships).toEqual([expect.objectContaining({ groupId: "1" })]);
}

test.use({ now: "2026-11-12T18:00:00Z" });

test.describe("the address of an event, opened signed out", () => {
  test("is offered once signed in, in its group, with one press, and forgotten by it", async ({ page, request }) => {
    await plan(page, [YOUTH]);
    await page.goto(`/events/${YOUTH.id}`);
    await expect(page).toHaveURL("/login");
    await signInAsAdmin(page, request);
    const link = offer(page).getByRole("link");
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAccessibleName("Soirée jeunes, samedi 28 novembre 2026");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
    await expect(page).toHaveURL("/");
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soirée jeunes");
    await expect(page.getByRole("banner")).toContainText("Groupe de jeunes");
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  test("lasts through registering, in a shared planning", async ({ page, openDevice }) => {
    await sharePlanning(page, [YOUTH]);
    const device = await openDevice();
    await registerForEvent(device);
    await offer(device).getByRole("link", { name: "Soirée jeunes" }).click();
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("Soirée jeunes");
    await expect(device.getByRole("banner")).toContainText("Groupe de jeunes");
  });

  test("is forgotten by a sign-out, and after an hour", async ({ page, request }) => {
    await plan(page, [YOUTH]);
    await page.goto(`/events/${YOUTH.id}`);
    await signInAsAdmin(page, request);
    await expect(offer(page)).toBeVisible();
    await signOut(page);
    await signInAsAdmin(page, request);
    await expect(page.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await signOut(page);
    await page.goto(`/events/${YOUTH.id}`);
    await page.clock.setFixedTime("2026-11-12T19:00:01Z");
    await signInAsAdmin(page, request);
    await expect(page.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  test("is not offered where there is no such event", async ({ page, request }) => {
    await plan(page, [YOUTH]);
    await page.goto("/events/gone");
    await signInAsAdmin(page, request);
    await expect(page.getByRole("button", { name: "Groupe de jeunes", exact: true })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  test("is not offered in another tab", async ({ page }) => {
    await plan(page, [YOUTH]);
    await page.goto(`/events/${YOUTH.id}`);
    await page.getByRole("link", { name: "Créer un compte" }).click();
    await page.getByLabel("Prénom", { exact: true }).waitFor();
    await register(page, YANNICK);
    await expect(offer(page)).toBeVisible();
    const tab = await openTab(page, "/select-group");
    await chooseGroup(tab, "Louange du dimanche");
    await expect(offer(tab)).toHaveCount(0);
    await expect(offer(page)).toBeVisible();
  });

  test("joins nobody to its group without asking who belongs to another one", async ({ page, openDevice }) => {
    await sharePlanning(page, [YOUTH]);
    const device = await openDevice();
    await returnAsMember(device, YANNICK);
    await expect(await device.request.put("/api/groups/1/members/me")).toBeOK();
    await expect(await device.request.post("/api/auth/sign-out")).toBeOK();
    await device.evaluate(() => localStorage.clear());
    await device.goto(`/events/${YOUTH.id}`);
    await device.getByLabel("Adresse e-mail", { exact: true }).fill(YANNICK.email);
    await device.getByLabel("Mot de passe", { exact: true }).fill(YANNICK.password);
    await device.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expectNotJoinedByOffer(device);
    await chooseGroup(device, "Groupe de jeunes");
    await expect(device.getByRole("region", { name: "Rejoindre ce groupe ?" })).toBeVisible();
  });

  test("joins a newcomer who has chosen another group meanwhile to that one alone", async ({ page, openDevice }) => {
    await sharePlanning(page, [YOUTH]);
    const device = await openDevice();
    await registerForEvent(device);
    await chooseGroup(device, "Louange du dimanche");
    await expectUpToDate(device);
    await expectNotJoinedByOffer(device);
    await expect(device.getByRole("region", { name: "Rejoindre ce groupe ?" })).toBeVisible();
  });
});
