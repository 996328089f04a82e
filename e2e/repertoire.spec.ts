import { readFile } from "node:fs/promises";
import { addDays } from "#domain/calendar/calendar.ts";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
const today = "2026-11-12";
const GLOIRE = { title: "À toi la gloire", key: "Sol", link: "https://chants.example/gloire" };
const REGNE = { title: "Vienne ton règne", key: "Si b" };
const PAST = [
  planned(addDays(today, -4), "10:00", "Culte", { programme: [GLOIRE], programmeVersion: 1 }),
  planned(addDays(today, -90), "10:00", "Culte", { programme: [GLOIRE, { title: "Abba Père" }], programmeVersion: 1 }),
  planned(addDays(today, -431), "10:00", "Culte", { programme: [REGNE], programmeVersion: 1 }),
];
const COMING = planned("2099-11-22", "10:00", "Culte", { programme: [{ title: "À venir" }], programmeVersion: 1 });

test.use({ now: `${today}T18:00:00Z` });

test("a musician finds what was played, what to rediscover, and takes it along", async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  await shareElsewhere(request, [...PAST, COMING]);
  await arriveAsMember(page, HELENE);
  await openMenu(page);
  await page.getByRole("link", { name: "Répertoire" }).click();
  const rows = page.getByRole("list", { name: "Répertoire" }).getByRole("listitem");
  await expect(rows).toHaveText([
    /Abba Père/,
    /À toi la gloire.*il y a 4 jours · 2 fois en un an.*Sol/,
    /Vienne ton règne/,
  ]);
  await field(page, "Trier par").selectOption("À redécouvrir");
  await expect(rows.first()).toHaveText(/Vienne ton règneil y a 14 mois/);
  await expectAccessible(page);

  await page.setViewportSize(WIDE);
  const table = page.getByRole("table", { name: "Répertoire" });
  await expect(button(page, "À redécouvrir")).toHaveAttribute("aria-pressed", "true");
  await expect(table.getByRole("columnheader", { name: "Dernière fois" })).toHaveAttribute("aria-sort", "ascending");
  await table.getByRole("button", { name: "Joué" }).click();
  await expect(table.getByRole("rowheader")).toHaveText([GLOIRE.title, "Abba Père", REGNE.title]);
  await field(page, "Rechercher un titre").fill("REGNE");
  await expect(page.getByRole("status").filter({ hasText: "1 titre" })).toBeVisible();
  await expect(page).toHaveURL(/\/repertoire\?tri=-joue&q=REGNE$/);
  await page.reload();
  await expect(table.getByRole("rowheader")).toHaveText([REGNE.title]);
  await expectAccessible(page);
  await field(page, "Rechercher un titre").fill("");
  const saved = page.waitForEvent("download");
  await button(page, "Télécharger (CSV)").click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file.split("\r\n")[1]).toBe(`${GLOIRE.title};Sol;2;${addDays(today, -4)};${GLOIRE.link}`);
});

test("two thousand titles are found on a phone, in a planning of one browser", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const events = Array.from({ length: 50 }, (_, week) =>
    planned(addDays(today, -1 - week), "10:00", "Culte", {
      programme: Array.from({ length: 40 }, (__, place) => ({ title: `Chant ${week * 40 + place}` })),
      programmeVersion: 1,
    }),
  );
  await returnAsAdmin(page, { events, selectedGroup: "1" });
  await page.goto("/repertoire");
  const status = page.getByRole("status");
  await expect(status.filter({ hasText: "2000 titres" })).toBeVisible();
  await field(page, "Rechercher un titre").fill("chant 1999");
  await expect(page.getByRole("list", { name: "Répertoire" }).getByRole("listitem")).toHaveText([/Chant 1999/]);
  await field(page, "Rechercher un titre").fill("rien");
  await expect(page.getByText("Aucun titre ne correspond")).toBeVisible();
});
