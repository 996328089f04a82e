import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { lookAgain } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

function bin(page: Page): Locator {
  return page.getByRole("region", { name: "Corbeille", exact: true });
}

/** « 12 novembre 2026 » */
function frenchDay(moment: string): string {
  return new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" }).format(new Date(moment));
}

async function remove(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) expect((await page.request.delete(path)).ok()).toBe(true);
}

const pathOf = ({ id }: { id: string }) => `/api/events/${encodeURIComponent(id)}`;

/** Shares the planning as the admin, answers as Yannick, and opens the dashboard on his device. */
async function arrive(page: Page, yannick: Page): Promise<void> {
  await sharePlanning(page, [CULTE, VEILLEE]);
  await returnAsMember(yannick, YANNICK, { selectedGroup: "1" });
  const answer = await yannick.request.put(`${pathOf(CULTE)}/availability`, { data: { status: "present" } });
  expect(answer.ok()).toBe(true);
  await yannick.goto("/");
  await expectUpToDate(yannick);
}

test("an event comes back from the bin with its answers, on every screen of its group", async ({
  page,
  openDevice,
}) => {
  const yannick = await openDevice();
  await arrive(page, yannick);
  await remove(page, pathOf(CULTE));
  await expect(upcomingCard(yannick, "Culte")).toHaveCount(0);
  const [{ deletedAt, keptUntil }] = await (await page.request.get("/api/trash")).json();
  await page.goto("/administration");
  const row = bin(page).getByRole("listitem");
  await expect(row).toContainText("Culte");
  await expect(row).toContainText("dimanche 15 novembre 2099 à 10:00");
  await expect(row).toContainText("Louange du dimanche · 1 réponse");
  await expect(row).toContainText(`Supprimé le ${frenchDay(deletedAt)}, gardé jusqu'au ${frenchDay(keptUntil)}`);
  await button(bin(page), "Restaurer Culte").click();
  await expect(bin(page).getByRole("status")).toHaveText("« Culte » restauré.");
  await expect(bin(page)).toContainText("La corbeille est vide");
  await expect(bin(page).getByRole("heading")).toBeFocused();
  await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Yannick Morel");
  await expect(page.getByRole("region", { name: "Journal" }).getByRole("listitem").first()).toContainText(
    "a restauré l'événement « Culte » du 15 novembre 2099",
  );
  await expect(bin(page).getByRole("status")).toHaveCount(0);
});

test("a group comes back with its events; an event deleted before its group can be restored only after it", async ({
  page,
  openDevice,
}) => {
  const yannick = await openDevice();
  await arrive(page, yannick);
  await remove(page, pathOf(VEILLEE), "/api/groups/1");
  await expect(yannick.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
  await page.goto("/administration");
  const rows = bin(page).getByRole("listitem");
  await expect(rows).toHaveText([/Louange du dimanche.*Groupe · 1 événement/, /Veillée.*aucune réponse/]);
  const first = "Son groupe est supprimé : restaurez d'abord le groupe.";
  await expect(rows.last()).toContainText(first);
  await button(bin(page), "Restaurer Veillée").click();
  await expect(bin(page).getByRole("alert").locator("p")).toHaveText(["« Veillée » n'a pas pu être restauré", first]);
  await button(bin(page), "Restaurer Louange du dimanche").click();
  await expect(bin(page).getByRole("status")).toHaveText("Groupe « Louange du dimanche » restauré.");
  await expect(rows).toHaveText([/Veillée/]);
  await expect(rows).not.toContainText(first);
  await button(yannick, "Louange du dimanche").click();
  await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Yannick Morel");
  await expect(upcomingCard(yannick, "Veillée")).toHaveCount(0);
  await button(bin(page), "Restaurer Veillée").click();
  await expect(upcomingCard(yannick, "Veillée")).toBeVisible();
});

test("a failure to load or to restore is reported, and can be retried", async ({ page }) => {
  await sharePlanning(page, [CULTE]);
  await remove(page, pathOf(CULTE));
  await page.route("**/api/trash", (route) => route.abort());
  await page.goto("/administration");
  await expect(bin(page)).toContainText("La corbeille n'a pas pu être chargée.");
  await expect(bin(page)).toContainText(UNREACHABLE);
  await page.unroute("**/api/trash");
  await button(bin(page), "Réessayer").click();
  await page.route("**/restoration", (route) => route.abort());
  await button(bin(page), "Restaurer Culte").click();
  await expect(bin(page).getByRole("alert").locator("p")).toHaveText([
    "« Culte » n'a pas pu être restauré",
    UNREACHABLE,
  ]);
  await page.unroute("**/restoration");
  await button(bin(page), "Restaurer Culte").click();
  await expect(bin(page).getByRole("status")).toHaveText("« Culte » restauré.");
  await expect(bin(page).getByRole("alert")).toHaveCount(0);
});

test("an event that another admin deletes is in the bin when the user returns to the page", async ({ page }) => {
  await sharePlanning(page, [CULTE, VEILLEE]);
  await remove(page, pathOf(CULTE));
  await page.goto("/administration");
  await expect(bin(page).getByRole("listitem")).toHaveCount(1);
  await remove(page, pathOf(VEILLEE));
  await lookAgain(page);
  await expect(bin(page).getByRole("listitem")).toHaveText([/Veillée/, /Culte/]);
});

test("a local planning has no bin, and the page asks the server for none", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/administration");
  await expect(bin(page)).toContainText("La corbeille va avec le planning partagé.");
  await expect(page.getByRole("region", { name: "Journal" })).toContainText("Rien à raconter");
  expect(asked).not.toContain("/api/trash");
});

test("the bin breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page }) => {
  const long = planned("2099-12-24", "19:30", "W".repeat(200), { location: "x".repeat(200) });
  await sharePlanning(page, [CULTE, long]);
  await remove(page, pathOf(CULTE), pathOf(long), "/api/groups/2");
  await page.goto("/administration");
  await expect(bin(page).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await button(bin(page), "Restaurer Culte").click();
  await expect(bin(page).getByRole("status")).toBeVisible();
  await expectAccessible(page);
});
