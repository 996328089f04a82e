import type { Page } from "@playwright/test";
import { RENDERED_VIEW_ATTRIBUTE } from "#contract/visit/visit-data.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { SEED_GROUPS, sharePlanning } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2026-11-15", "10:00", "Culte", { availability: everybody(5) });
const EVENTS = [
  planned("2026-11-05", "19:30", "Veillée"),
  CULTE,
  planned("2026-11-21", "17:00", "Balances"),
  planned("2026-11-28", "19:00", "Ados", { groupId: "2" }),
];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;
/** WCAG 2.2, 2.5.8 "Target Size (Minimum)". */
const LEAST = 24;
/** For controls that are tapped often. */
const OFTEN = 44;

/** Controls smaller than `least` in width or height: their text and size. */
async function smallTargets(page: Page, least: number, selector?: string): Promise<string[]> {
  return page.evaluate(
    ([size, wanted]) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        // A checkbox can also be pressed by its label.
        const target = element.matches("input") ? (element.closest("label") ?? element) : element;
        const { width, height } = target.getBoundingClientRect();
        const isHiddenUntilFocused = width <= 1 && height <= 1;
        if (isHiddenUntilFocused || (width >= size && height >= size)) continue;
        const words = element.getAttribute("aria-label") ?? element.textContent;
        found.push(`${element.tagName} « ${words} » ${width.toFixed(1)} × ${height.toFixed(1)}`);
      }
      return found;
    },
    [
      // Tolerance for rounding on devices with fractional pixels.
      least - 0.1,
      selector ??
        "a[href], button, input:not([type=hidden], [hidden]), select, textarea, summary, [role=button], [tabindex='0']",
    ] as const,
  );
}

async function expectLargeTargets(page: Page, screen: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await smallTargets(page, LEAST), `${screen}, ${size.width} wide`).toEqual([]);
  }
}

test.use({ now: "2026-11-12T18:00:00Z" });

test("no target of any screen is under 24 pixels, and those tapped often have 44 on a phone", async ({ page }) => {
  test.slow();
  for (const path of ["/login", "/register", "/reset-password?token=none"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectLargeTargets(page, path);
  }
  await sharePlanning(page, EVENTS);
  await returnAsAdmin(page, { selectedGroup: "1" });
  for (const path of screensOf("2026-11-21", CULTE.id)) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectLargeTargets(page, path);
  }
  await page.goto("/");
  // The server rendered another day than this page's clock shows, so the page draws itself.
  await expect(page.locator("html")).not.toHaveAttribute(RENDERED_VIEW_ATTRIBUTE);
  await page.getByRole("button", { name: "Menu utilisateur" }).click();
  await page.getByRole("button", { name: "Modifier le profil" }).waitFor();
  await expectLargeTargets(page, "the menu");
  await page.getByRole("button", { name: "Modifier le profil" }).click();
  await page.getByRole("dialog", { name: "Modifier le profil" }).waitFor();
  await expectLargeTargets(page, "the profile");
  await page.keyboard.press("Escape");
  await page.setViewportSize(SIZES[0]);
  await expect(upcomingCards(page)).toHaveCount(2);
  expect(
    await smallTargets(page, OFTEN, "[aria-pressed], [data-date], header a[href='/group'], header button"),
  ).toEqual([]);
});

test("a press anywhere on an event's card opens it, but on what has an action of its own", async ({ page }) => {
  await returnAsAdmin(page, { groups: SEED_GROUPS, events: EVENTS, selectedGroup: "1" });
  const card = upcomingCards(page).first();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto("/");
    for (const part of [card.getByText("Temple de la Rotonde"), card.getByText("Couvert, mais pas ensemble"), card]) {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      if (box === null) throw new Error("not there");
      await page.mouse.click(box.x + 20, box.y + box.height - 4);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
      await page.goBack();
    }
    for (const name of ["Présent", "Retirer ma réponse", "Supprimer l'événement Culte", "Annuler"]) {
      await card.getByRole("button", { name, exact: true }).click();
      await expect(page).toHaveURL("/");
    }
  }
});

test("an admin sees where to add an event without pointing at a day", async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  await returnAsAdmin(page, { groups: SEED_GROUPS, events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
  await page.mouse.move(0, 0);
  for (const words of ["15 novembre 2026", "1er décembre 2026"]) {
    const add = page.getByRole("button", { name: `Ajouter un événement le ${words}` });
    await expect(add).toHaveCSS("opacity", "1");
    await expect(add).toHaveCSS("visibility", "visible");
  }
  // It overlaps no other sign of its day.
  const day = dayOf(page, "2026-11-15");
  const signs = [
    day.getByRole("button", { name: /^Ajouter/ }),
    day.getByText("1 événement"),
    day.getByRole("img").first(),
  ];
  const boxes = await Promise.all(signs.map((sign) => sign.boundingBox()));
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      const isApart =
        !a || !b || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart, `sign ${index} of the day`).toBe(true);
    }
  }
});
