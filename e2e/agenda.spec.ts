import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { plan, planned } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";
import { readEntries, type ReadEntry } from "#test/support/calendar/test-calendar.ts";

const ADDRESS = "Adresse de mon agenda";
// After the last hour of summer time in Paris, where the team is.
const CULTE = planned("2096-11-04", "10:30", "Culte; « Noël », 🎵");

/** A calendar holds the next eighteen months. */
const SOON = planned("2026-12-02", "10:30", CULTE.name);

test.use({ now: "2026-11-12T18:00:00Z" });

function field(page: Page) {
  return page.getByLabel(ADDRESS, { exact: true });
}

async function statusOf(page: Page, address: string): Promise<number> {
  return (await page.request.get(address)).status();
}

/** Presses `Ajouter à mon agenda`, and reads the file that it saves. */
async function download(page: Page): Promise<{ name: string; entries: ReadEntry[] }> {
  const saving = page.waitForEvent("download");
  await button(page, "Ajouter à mon agenda").click();
  const file = await saving;
  return { name: file.suggestedFilename(), entries: readEntries(await readFile(await file.path(), "utf8")) };
}

test("a member makes an address for their calendar, copies it, renews it and takes it back, each in two steps", async ({
  page,
  request,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await shareElsewhere(request, [SOON]);
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.request.put("/api/groups/1/members/me");
  await page.goto("/");
  await openMenu(page);
  await page.getByRole("link", { name: "Mon agenda", exact: true }).click();
  await expect(page).toHaveURL("/agenda");
  await expect(page).toHaveTitle("Mon agenda · Diapason");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mon agenda");
  await expect(page.getByRole("region", { name: "Ce que vous y verrez" })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expectAccessible(page);

  await button(page, "Créer mon lien").click();
  const open = page.getByRole("link", { name: "Ouvrir dans mon agenda" });
  await expect(open).toBeFocused();
  const first = await field(page).inputValue();
  expect(first.startsWith(`${baseURL}/calendar/`)).toBe(true);
  await expect(open).toHaveAttribute("href", first.replace("http:", "webcal:"));
  expect(readEntries(await (await page.request.get(first)).text()).map(({ uid }) => uid)).toEqual([
    `${encodeURIComponent(SOON.id)}@diapason`,
  ]);
  await button(page, "Copier l'adresse").click();
  await expect(button(page, "Copiée")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await field(page).focus();
  expect(await page.evaluate(() => String(getSelection()))).toBe(first);
  for (const title of ["Sur iPhone et iPad", "Avec Google Agenda", "Avec Outlook"]) await page.getByText(title).click();
  await expectAccessible(page);

  await button(page, "Renouveler le lien").click();
  await expect(page.getByText("L'adresse d'avant s'arrête aussitôt")).toBeVisible();
  await expect(button(page, "Annuler")).toBeFocused();
  await expectAccessible(page);
  await button(page, "Renouveler").click();
  await expect(page.getByRole("status").filter({ hasText: "La nouvelle adresse est prête" })).toBeVisible();
  const second = await field(page).inputValue();
  expect([await statusOf(page, first), await statusOf(page, second)]).toEqual([404, 200]);
  await page.reload();
  await expect(field(page)).toHaveValue(second);

  await button(page, "Supprimer le lien").click();
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue(second);
  await button(page, "Supprimer le lien").click();
  await button(page, "Confirmer la suppression").click();
  await expect(button(page, "Créer mon lien")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Le lien est supprimé" })).toBeVisible();
  expect(await statusOf(page, second)).toBe(404);
});

test("without the server the screen says so, and what failed can be tried again", async ({ page, request }) => {
  await shareElsewhere(request, []);
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.route("**/api/users/me/calendar", (route) => route.abort());
  await page.goto("/agenda");
  await expect(page.getByText("L'adresse de votre agenda n'a pas pu être chargée.")).toBeVisible();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/users/me/calendar");
  await button(page, "Réessayer").click();
  await expect(button(page, "Créer mon lien")).toBeVisible();
  await page.route("**/api/users/me/calendar", (route) => route.abort());
  await button(page, "Créer mon lien").click();
  await expect(page.getByRole("alert")).toContainText("Le lien n'a pas pu être créé");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.unroute("**/api/users/me/calendar");
  await button(page, "Créer mon lien").click();
  await button(page, "Copier l'adresse").click();
  await expect(page.getByRole("alert")).toContainText("copiez-la vous-même");
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field(page).inputValue());
});

test.describe("somewhere else than the team", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("an event of the team is added with the team's time, and its code comes only when pressed", async ({
    page,
    request,
    baseURL,
  }) => {
    await shareElsewhere(request, [CULTE]);
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.request.put(`/api/events/${CULTE.id}/availability`, { data: { status: "present" } });
    const scripts: string[] = [];
    page.on("request", (sent) => scripts.push(new URL(sent.url()).pathname));
    await page.goto(`/events/${CULTE.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Culte");
    await expect(button(page, "Ajouter à mon agenda")).toBeVisible();
    const isOfFile = (path: string) => path.includes("event-file");
    const before = scripts.filter(isOfFile);
    const { name, entries } = await download(page);
    expect([before, scripts.some(isOfFile)]).toEqual([[], true]);
    expect(name).toBe("Culte; « Noël », 🎵 2096-11-04.ics");
    expect(entries).toMatchObject([
      {
        uid: `${encodeURIComponent(CULTE.id)}@diapason`,
        summary: CULTE.name,
        location: CULTE.location,
        status: "CONFIRMED",
        startsAt: "2096-11-04T09:30:00.000Z",
        endsAt: "2096-11-04T11:30:00.000Z",
        description: `Votre réponse\u00a0: présent.\n\n${baseURL}/events/${CULTE.id}`,
      },
    ]);
  });

  test("an event of one's own browser is added with its clock, and there is no address to make", async ({ page }) => {
    // As over plain http, which a page of this machine never counts as.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
    await plan(page, [CULTE]);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/agenda");
    await expect(page).toHaveURL("/");
    await openMenu(page);
    await expect(page.getByRole("link", { name: "Mon agenda" })).toHaveCount(0);
    await page.goto(`/events/${CULTE.id}`);
    const { entries } = await download(page);
    expect(entries).toMatchObject([
      {
        status: "TENTATIVE",
        startsAt: "2096-11-04T18:30:00.000Z",
        description: "Vous n'avez pas encore répondu.",
      },
    ]);
  });
});

test.describe("where the page works offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("the address opens the calendar itself, not the page", async ({ page, request }) => {
    await shareElsewhere(request, [CULTE]);
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/agenda");
    await button(page, "Créer mon lien").click();
    const address = await field(page).inputValue();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    const saving = page.waitForEvent("download");
    await page.evaluate((path) => location.assign(path), address);
    expect((await saving).url()).toBe(address);
  });
});
