import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const CONCERT = planned("2026-11-21", "20:00", "Soirée de louange intergénérationnelle", {
  availability: everybody(12),
});
const EVENTS = [
  planned("2026-11-05", "19:30", "Répétition", { availability: everybody(3) }),
  planned("2026-11-12", "19:30", "Répétition", { availability: everybody(5) }),
  planned("2026-11-15", "10:00", "Culte"),
  CONCERT,
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
];

/** Contrast on white paper, readable in poor light and after copying. WCAG 2.2 asks for 4.5. */
const CONTRAST_ON_PAPER = 6;

test.use({ now: "2026-11-12T18:00:00Z" });

test.beforeEach(async ({ page }) => {
  await returnAsAdmin(page, { events: EVENTS, selectedGroup: "1" });
});

/** Printed texts whose contrast with white is below `contrast`. By default, browsers print no backgrounds. */
async function paleTexts(page: Page, contrast: number): Promise<string[]> {
  return page.evaluate((least) => {
    /** The relative luminance (WCAG 2.2) of a colour on white. */
    function luminance(colour: string): number {
      const drawing = new OffscreenCanvas(1, 1).getContext("2d");
      if (drawing === null) throw new Error("This browser draws nothing");
      drawing.fillStyle = "white";
      drawing.fillRect(0, 0, 1, 1);
      drawing.fillStyle = colour;
      drawing.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...drawing.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    const pale: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent?.trim() ?? "";
      // Texts for screen readers only are 1 px large.
      const isSeen = element?.checkVisibility({ opacityProperty: true }) === true && element.offsetWidth > 1;
      if (!element || text === "" || !isSeen) continue;
      const ratio = 1.05 / (luminance(getComputedStyle(element).color) + 0.05);
      if (ratio < least) pale.push(`${text}: ${ratio.toFixed(1)}`);
    }
    return pale;
  }, contrast);
}

/** Number of rows that a page break may cut. */
async function cuttableRows(page: Page): Promise<number> {
  return page
    .locator("main :is(tr, li):visible")
    .evaluateAll((rows) => rows.filter((row) => getComputedStyle(row).breakInside !== "avoid").length);
}

/** Number of A4 pages; Chromium writes one uncompressed entry per page into the PDF. */
async function pagesOf(page: Page): Promise<number> {
  const text = (await page.pdf({ format: "A4" })).toString("latin1");
  return [...text.matchAll(/\/Type\s*\/Page\b/g)].length;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`printed by a browser that is ${colorScheme}`, () => {
    test("the dashboard shows the group, the month and the next events, without buttons or pale text", async ({
      page,
    }) => {
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Prochains événements" }).getByRole("listitem")).toHaveCount(3);
      await page.emulateMedia({ media: "print", colorScheme });
      await expect(page.getByRole("banner")).toContainText("Louange du dimanche");
      await expect(page.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
      await expect(page.getByRole("grid").getByText("Soirée de louange intergénérationnelle")).toBeVisible();
      await expect(page.locator("button:visible, [role=status]:visible")).toHaveCount(0);
      await expect(page.getByRole("contentinfo")).toBeHidden();
      expect(await paleTexts(page, CONTRAST_ON_PAPER)).toEqual([]);
      expect(await cuttableRows(page)).toBe(0);
      expect(await pagesOf(page)).toBe(1);
    });

    test("an event shows its date, place, roles and team, without buttons, the reader's own answer or pale text", async ({
      page,
    }) => {
      await page.goto(`/events/${CONCERT.id}`);
      await expect(page.getByRole("region", { name: "Équipe" })).toContainText("Personne 11");
      await page.emulateMedia({ media: "print", colorScheme });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soirée de louange intergénérationnelle");
      await expect(page.getByText("samedi 21 novembre 2026 à 20:00", { exact: true })).toBeVisible();
      await expect(page.getByRole("region", { name: "Rôles critiques" })).toContainText("Batterie");
      await expect(page.locator("button:visible, textarea:visible, [role=status]:visible")).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "Ma disponibilité" })).toBeHidden();
      expect(await paleTexts(page, CONTRAST_ON_PAPER)).toEqual([]);
      expect(await cuttableRows(page)).toBe(0);
      expect(await pagesOf(page)).toBe(1);
    });
  });
}

test("names that are cut off on screen are whole on paper", async ({ page }) => {
  await page.goto("/");
  const name = page.getByRole("grid").getByText("Soirée de louange intergénérationnelle");
  await page.emulateMedia({ media: "print" });
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});
