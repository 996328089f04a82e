import type { Locator, Page } from "@playwright/test";
import { CAMILLE, ELISE, HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { region } from "#test/support/browser/locators.ts";
import { everybody, planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, signUp } from "#test/support/browser/visits.ts";

const CULTE = planned("2026-11-15", "10:00", "Culte intergénérationnel et baptêmes", { availability: everybody(5) });
const EVENTS = [
  planned("2026-11-12", "19:30", "Répétition"),
  CULTE,
  planned("2026-11-19", "19:30", "Présentation intergénérationnelle"),
  planned("2026-11-21", "17:00", "Soirée de louange"),
  planned("2026-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
];
const SCREENS = screensOf("2026-11-15", CULTE.id);
/** What comes last on a screen, by its address: the screen is judged with it. */
const LATE = new Map<string, (page: Page) => Locator>([
  [`/events/${CULTE.id}`, (page) => region(page, "Formation retenue").getByText("Camille Perrin")],
  ["/select-group", (page) => page.locator("li").getByText("Élise Fontaine")],
  ["/users", (page) => page.getByText("Lien de réinitialisation").first()],
]);
/** Tolerance in pixels: glyphs of two lines may touch. */
const TOUCH = 5;

test.use({ now: "2026-11-12T18:00:00Z" });

test.beforeEach(async ({ page }) => {
  const people = [CAMILLE, ELISE, HELENE, YANNICK];
  const availability: StoredEvent["availability"] = [];
  for (const person of people) {
    const { id } = await signUp(page.request, person);
    const userName = `${person.firstName} ${person.lastName}`;
    availability.push({ userId: id, userName, position: person.services[0] ?? "", status: "present" });
  }
  const lineUp = availability.slice(0, 2).map(({ userId, position }) => ({ role: position, userId }));
  const answered = { ...CULTE, availability: [...CULTE.availability, ...availability], lineUp };
  await sharePlanning(
    page,
    EVENTS.map((event) => (event === CULTE ? answered : event)),
  );
  await returnAsAdmin(page, { selectedGroup: "1" });
});

/** Doubles the text size, as a browser setting does. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await page.evaluate(() => document.fonts.ready);
}

/** Texts that overlap other texts, or extend beyond their control or the screen. */
async function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate((touch) => {
    type Piece = { text: string; box: DOMRect; parent: HTMLElement };
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest("option, dialog:not([open]), [popover]:not(:popover-open)")) continue;
      const clipped = parent.closest<HTMLElement>(".sr-only, .skip-link, .truncate, .line-clamp-5");
      // Hidden at this width only: the words of an icon (`max-sm:sr-only`).
      if (clipped || getComputedStyle(parent).clipPath === "inset(50%)") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A text beside others has a span of its own.
      const holder = parent.closest<HTMLElement>(":not(span:not([class]))") ?? parent;
      // The grid is scrolled in its own frame: what is below its lower edge is not visible.
      const edge = parent.closest("section:has(> table)")?.getBoundingClientRect().bottom ?? Infinity;
      const boxes = [...range.getClientRects()].filter(({ top }) => top < edge);
      for (const { x, y, width, bottom } of boxes) {
        const box = new DOMRect(x, y, width, Math.min(bottom, edge) - y);
        pieces.push({ text: node.textContent, box, parent: holder });
      }
    }
    const faults = new Set<string>();
    for (const { text, box, parent } of pieces) {
      const control = parent.closest("button, a, label")?.getBoundingClientRect();
      const isOut = control && (box.left < control.left - 1 || box.right > control.right + 1);
      if (isOut) faults.add(`« ${text} » leaves its control`);
      // The grid is scrolled in its own frame.
      const isFramed = parent.closest("section:has(> table)") !== null;
      if (box.right > innerWidth + 1 && !isFramed) faults.add(`« ${text} » leaves the screen`);
    }
    for (const [index, a] of pieces.entries()) {
      for (const b of pieces.slice(index + 1)) {
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > touch && height > touch + 4 && a.parent !== b.parent)
          faults.add(`« ${a.text} » over « ${b.text} »`);
      }
    }
    return [...faults];
  }, TOUCH);
}

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`text twice as large covers nothing and scrolls nothing sideways, ${size.width} wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    for (const path of SCREENS) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await LATE.get(path)?.(page).waitFor();
      await enlarge(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(size.width);
      await expect.poll(() => misplacedTexts(page), path).toEqual([]);
    }
  });
}

test.describe("the names of a month's events", () => {
  /** For each link of the calendar, its text, and whether all of it is visible. */
  async function shownNames(page: Page): Promise<[string, boolean][]> {
    return page
      .getByRole("grid")
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link): [string, boolean] => {
          const boxes = [link, ...link.querySelectorAll("span")].filter((element) => element.clientWidth > 0);
          const isWhole = boxes.every(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1,
          );
          return [link.textContent ?? "", isWhole];
        }),
      );
  }

  for (const width of [1280, 1920]) {
    test(`are shown whole, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto("/");
      await expectUpToDate(page);
      await expect.poll(async () => (await shownNames(page)).length).toBe(EVENTS.length);
      const names = await shownNames(page);
      expect(names.filter(([, isWhole]) => !isWhole)).toEqual([]);
    });
  }

  test("break between syllables, with hyphens that are not in the copied text", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/");
    const name = dayOf(page, "2026-11-19")
      .getByRole("link")
      .locator("span")
      .filter({ hasText: /^Présentation/ })
      .first();
    await expect(name).toHaveText("Présentation intergénérationnelle");
    const { brokenInside, lines } = await name.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const tops = new Set<number>();
      const broken: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()];
        for (const { top } of boxes) tops.add(Math.round(top));
        if (boxes.length > 1 && !node.textContent?.includes(" ")) broken.push(node.textContent ?? "");
      }
      return { brokenInside: broken, lines: tops.size };
    });
    expect(lines).toBeGreaterThan(1);
    expect(brokenInside).toEqual([]);
  });
});
