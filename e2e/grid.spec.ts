import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { arriveAsMember, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signUp, withoutVisitData } from "#test/support/browser/visits.ts";

const EVENTS = [
  planned("2026-11-05", "19:30", "Répétition"),
  planned("2026-11-12", "19:30", "Répétition"),
  planned("2026-11-15", "10:00", "Culte"),
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
  planned("2026-12-24", "18:00", "Noël"),
];
const SERVICES = ["Lead", "Batterie", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];

test.use({ viewport: { width: 360, height: 740 }, now: "2026-11-12T18:00:00Z" });

function gridOf(page: Page, month: string): Locator {
  return page.getByRole("table", { name: `Grille de ${month}`, exact: true });
}

/** The texts of a row, its header first. */
function rowOf(grid: Locator, header: string): Locator {
  return grid.getByRole("row").filter({ has: grid.page().getByRole("rowheader", { name: header, exact: true }) });
}

async function expectRow(grid: Locator, header: string, cells: readonly string[]): Promise<void> {
  await expect(rowOf(grid, header).getByRole("cell")).toHaveText(cells);
}

/** Yannick, a drummer, is absent on the 12th and present on the 15th. */
const ANSWERS: readonly (readonly [string, "present" | "absent"])[] = [
  ["2026-11-12-19:30-1", "absent"],
  ["2026-11-15-10:00-1", "present"],
];

/** The events with his answers, as his browser stores them. */
function answeredBy(userId: string): StoredEvent[] {
  const entryOf = (status: "present" | "absent") => ({
    userId,
    userName: "Yannick Morel",
    position: "Batterie",
    status,
  });
  return EVENTS.map((event) => ({
    ...event,
    availability: ANSWERS.filter(([id]) => id === event.id).map(([, status]) => entryOf(status)),
  }));
}

async function join(request: APIRequestContext): Promise<void> {
  expect((await request.put("/api/groups/1/members/me")).ok()).toBe(true);
}

/** Hélène has not answered. */
const PLANNINGS = [
  {
    planning: "a planning of one browser",
    arrive: async (page: Page, elsewhere: APIRequestContext) => {
      await signUp(elsewhere, HELENE);
      const { id } = await returnAsMember(page, YANNICK, { selectedGroup: "1" });
      await page.evaluate((events) => localStorage.setItem("events", events), JSON.stringify(answeredBy(id)));
    },
  },
  {
    planning: "a shared planning",
    arrive: async (page: Page, elsewhere: APIRequestContext) => {
      await shareElsewhere(elsewhere, EVENTS);
      await signUp(elsewhere, HELENE);
      await join(elsewhere);
      await returnAsMember(page, YANNICK, { selectedGroup: "1" });
      for (const [id, status] of ANSWERS) {
        const given = await page.request.put(`/api/events/${id}/availability`, { data: { status } });
        expect(given.ok()).toBe(true);
      }
    },
  },
];

for (const { planning, arrive } of PLANNINGS) {
  test.describe(`in ${planning}`, () => {
    test.beforeEach(({ page, request }) => arrive(page, request));

    test("the month shown is a table of members and events, with what is missing last", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Grille", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grille");
      await expect(page).toHaveTitle("Grille · Diapason");
      const grid = gridOf(page, "novembre 2026");
      await expect(grid.getByRole("columnheader")).toHaveText([
        "jeu. 5 19:30 Répétition Hors de portée",
        "jeu. 12 19:30 Répétition Hors de portée",
        "dim. 15 10:00 Culte Hors de portée",
      ]);
      await expectRow(grid, "Yannick Morel", ["Sans réponse", "Absent", "Présent"]);
      await expectRow(grid, "Hélène Brunet", ["Sans réponse", "Sans réponse", "Sans réponse"]);
      await expectRow(grid, "Rôles manquants", [
        "Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur",
        "Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur",
        "Lead, Bass, Piano, Guitare, Sono, Pasteur",
      ]);
      await expect(grid.getByRole("row").last()).toContainText("Rôles manquants");
      await expect(grid.getByRole("columnheader").nth(1)).toHaveAttribute("aria-current", "date");
      await grid.getByRole("link", { name: "Culte" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
    });

    test("other months are two buttons away, and an empty one says so", async ({ page }) => {
      await page.goto("/?mois=2026-12");
      await page.getByRole("link", { name: "Grille", exact: true }).click();
      await expect(gridOf(page, "décembre 2026").getByRole("columnheader")).toHaveText([/jeu\. 24 18:00 Noël/]);
      await button(page, "Mois suivant").click();
      await expect(page.getByText("Aucun événement ce mois-ci.")).toBeVisible();
      await expect(page.getByRole("main").getByText("janvier 2027")).toBeVisible();
      await expectAccessible(page);
      await button(page, "Mois précédent").click();
      await button(page, "Mois précédent").click();
      await expect(gridOf(page, "novembre 2026").getByRole("columnheader")).toHaveCount(3);
      await page.reload();
      await expect(gridOf(page, "novembre 2026").getByRole("columnheader")).toHaveCount(3);
      await button(page, "Retour").click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("décembre 2026");
    });

    test("it is saved as a file for spreadsheets", async ({ page }) => {
      await page.goto("/grid?mois=2026-11");
      await expect(gridOf(page, "novembre 2026")).toBeVisible();
      const download = page.waitForEvent("download");
      await button(page, "Télécharger (CSV)").click();
      expect((await download).suggestedFilename()).toBe("grille-2026-11.csv");
      const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
      expect(lines[0]).toBe(
        "\uFEFFMembres;Répétition, jeudi 5 novembre 2026 à 19:30;Répétition, jeudi 12 novembre 2026 à 19:30;Culte, dimanche 15 novembre 2026 à 10:00",
      );
      expect(lines).toContain("Yannick Morel;Sans réponse;Absent;Présent");
      expect(lines.at(-1)).toBe("");
    });

    test("it breaks no rule of WCAG 2.2 AA", async ({ page }) => {
      await page.goto("/grid");
      await expect(gridOf(page, "novembre 2026")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("the role that somebody plays in a kept line-up stands under their answer, and in the file", async ({
  page,
  request,
}) => {
  const { id: heleneId } = await signUp(request, HELENE);
  const { id } = await returnAsMember(page, YANNICK);
  const present = { userId: id, userName: "Yannick Morel", position: "Batterie", status: "present" as const };
  const lineUp = [
    { role: "Lead", userId: heleneId },
    { role: "Batterie", userId: id },
    { role: "Bass", userId: id },
  ];
  const culte = { ...planned("2026-11-15", "10:00", "Culte", { availability: [present] }), lineUp };
  await returnAsAdmin(page, { events: [culte], selectedGroup: "1" });
  await page.goto("/grid?mois=2026-11");
  const grid = gridOf(page, "novembre 2026");
  await expectRow(grid, "Yannick Morel", ["Présent Batterie, Bass"]);
  await expectRow(grid, "Hélène Brunet", ["Sans réponse"]);
  await expect(page.getByText("Sous une réponse : le rôle tenu dans la formation retenue.")).toBeVisible();
  // Who may repair it reads that of the line-up, after what is missing.
  await expect(grid.getByRole("columnheader")).toHaveText([/Culte Hors de portée Formation à réparer$/]);
  await expect(page.getByRole("listitem").filter({ hasText: "Formation à réparer" })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await button(page, "Télécharger (CSV)").click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain("Yannick Morel;Présent (Batterie, Bass)\r\n");
});

test("another person's answer shows at once", async ({ page, openDevice, request }) => {
  await shareElsewhere(request, EVENTS);
  const helene = await openDevice();
  await arriveAsMember(helene, HELENE);
  await join(helene.request);
  await arriveAsMember(page, YANNICK);
  await join(page.request);
  await page.getByRole("link", { name: "Grille", exact: true }).click();
  const grid = gridOf(page, "novembre 2026");
  await expectRow(grid, "Hélène Brunet", ["Sans réponse", "Sans réponse", "Sans réponse"]);
  await button(helene.getByRole("region", { name: "Prochains événements" }), "Présent")
    .first()
    .click();
  await expectRow(grid, "Hélène Brunet", ["Sans réponse", "Présent", "Sans réponse"]);
});

test("offline it is the last one known, and is printed and saved all the same", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  await arriveAsMember(page, YANNICK);
  await join(page.request);
  await page.getByRole("link", { name: "Grille", exact: true }).click();
  const grid = gridOf(page, "novembre 2026");
  await expect(grid.getByRole("rowheader", { name: "Yannick Morel" })).toBeVisible();
  await button(page, "Retour").click();
  await page.context().setOffline(true);
  await expect(page.getByText("Hors ligne", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Grille", exact: true }).click();
  await expectRow(grid, "Yannick Morel", ["Sans réponse", "Sans réponse", "Sans réponse"]);
  const download = page.waitForEvent("download");
  await button(page, "Télécharger (CSV)").click();
  expect((await download).suggestedFilename()).toBe("grille-2026-11.csv");
  const isPrinted = page.evaluate(() => new Promise((resolve) => window.addEventListener("beforeprint", resolve)));
  await button(page, "Imprimer").click();
  await isPrinted;
});

/** A band of `count` people who have all answered every event, and as many events, one a day. */
async function arriveInCrowd(page: Page, count: { people: number; events: number }): Promise<void> {
  const people = Array.from({ length: count.people - 1 }, (_, index) => ({
    id: `p${index}`,
    firstName: `Prénom ${index}`,
    lastName: index % 10 === 0 ? "de La Rochefoucauld" : "Delacroix",
    positions: [SERVICES[index % SERVICES.length] ?? "Voix"],
  }));
  const events: StoredEvent[] = Array.from({ length: count.events }, (_, index) =>
    planned(`2026-11-${String(index + 1).padStart(2, "0")}`, "19:30", index % 5 === 0 ? "Veillée de prière" : "Culte", {
      availability: people.map(({ id, firstName, lastName, positions }, place) => ({
        userId: id,
        userName: `${firstName} ${lastName}`,
        position: positions[0] ?? "Voix",
        status: (place + index) % 3 === 0 ? ("absent" as const) : ("present" as const),
      })),
    }),
  );
  await returnAsMember(page, YANNICK, { events, selectedGroup: "1" });
  await withoutVisitData(page);
  await page.route("**/api/users", async (route) => {
    const response = await route.fetch();
    const [own] = await response.json();
    await route.fulfill({ response, json: [own, ...people.map((person) => ({ ...own, ...person, isAdmin: false }))] });
  });
  await page.goto("/grid?mois=2026-11");
  await expect(gridOf(page, "novembre 2026").getByRole("row")).toHaveCount(count.people + 2);
}

/** The size of each page that is printed. */
async function printedPages(page: Page, options: { format?: string } = {}): Promise<string[]> {
  const pdf = (await page.pdf({ ...options, preferCSSPageSize: true })).toString("latin1");
  return [...pdf.matchAll(/\/Type\s*\/Page\b[^]*?\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box = ""]) => box);
}

test("thirty people and ten events are one sheet of A4, across", async ({ page }) => {
  await arriveInCrowd(page, { people: 30, events: 10 });
  const [sheet = "", ...more] = await printedPages(page);
  expect(more).toEqual([]);
  const [, , width, height] = sheet.split(" ").map((side) => Math.round(Number(side)));
  expect([width, height]).toEqual([842, 595]);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("caption")).toHaveText("Grille de novembre 2026");
  await expect(page.getByText("Louange du dimanche").last()).toBeVisible();
  await expect(page.getByText(/^Imprimé le 12 novembre 2026 à \d\d:00 · Diapason$/)).toBeVisible();
  await expect(page.locator("button:visible, header:visible, footer:visible")).toHaveCount(0);
  const colours = await page
    .locator("table :is(th, td), table a")
    .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).color))]);
  expect(colours).toEqual(["rgb(0, 0, 0)"]);
});

test("sixty people and thirty events are scrolled in their frame, the heads in sight, and printed on two sheets", async ({
  page,
}) => {
  await arriveInCrowd(page, { people: 60, events: 30 });
  const frame = page.getByRole("region", { name: "Grille de novembre 2026" });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await frame.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  await expect(frame.getByRole("rowheader").last()).toBeInViewport();
  await expect(frame.getByRole("columnheader").last()).toBeInViewport();
  await expect(frame.getByRole("cell").last()).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await printedPages(page)).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("thead")).toHaveCSS("display", "table-header-group");
});

test("the dashboard still prints upright after it", async ({ page }) => {
  await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
  await page.getByRole("link", { name: "Grille", exact: true }).click();
  await expect(gridOf(page, "novembre 2026")).toBeVisible();
  await button(page, "Retour").click();
  await expect(page.getByRole("region", { name: "Prochains événements" })).toBeVisible();
  const [sheet = "", ...more] = await printedPages(page, { format: "A4" });
  expect(more).toEqual([]);
  const [, , width = 0, height = 0] = sheet.split(" ").map(Number);
  expect(height).toBeGreaterThan(width);
});
