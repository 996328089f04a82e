import type { Locator, Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, upcomingCard, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

test.beforeEach(async ({ request }) => shareElsewhere(request, [CULTE, VEILLEE]));

function message(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

for (const viewport of SIZES.slice(0, 2)) {
  test.describe(`on a phone of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test("a message lies over no control of any screen of a phone", async ({ page }) => {
      test.slow();
      await returnAsAdmin(page, { selectedGroup: "1" });
      await page.goto("/");
      await expectUpToDate(page);
      await button(page, "Supprimer l'événement Veillée").click();
      await button(page, "Confirmer la suppression").click();
      const deleted = message(page, "« Veillée » supprimé");
      // It stays as long as the pointer is on it.
      await deleted.hover();
      for (const path of screensOf(CULTE.date, CULTE.id).filter((screen) => screen !== "/create-event")) {
        await page.evaluate((address) => history.pushState(null, "", address), path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        for (const part of [0, 0.5, 1]) {
          await page.evaluate((to) => window.scrollTo(0, to * document.body.scrollHeight), part);
          await expect(deleted).toBeVisible();
          expect(await deleted.evaluate(coveredBy), `${path}, at ${part}`).toEqual([]);
        }
      }
    });
  });
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test("a message goes at the first press elsewhere, which does what it is for", async ({ page }) => {
      await returnAsMember(page, YANNICK, { selectedGroup: "1" });
      await page.goto("/");
      await expectUpToDate(page);
      const noted = message(page, "notée");
      await button(upcomingCard(page, "Culte"), "Absent").click();
      await expect(noted).toBeVisible();
      await page.getByRole("button", { name: "Menu utilisateur" }).click();
      await expect(page.getByRole("button", { name: "Modifier le profil" })).toBeVisible();
      await expect(noted).toHaveCount(0);
      await page.keyboard.press("Escape");
      await button(upcomingCard(page, "Veillée"), "Absent").dblclick();
      await expect(noted).toContainText("22 novembre");
    });

    test("what the keyboard reaches hides under nothing that stays at the top", async ({ page }) => {
      await returnAsMember(page, YANNICK, { selectedGroup: "1" });
      await page.goto("/");
      await expectUpToDate(page);
      // Its content is loaded when it is first reached.
      await page.getByRole("button", { name: "Menu utilisateur" }).click();
      await button(page, "Modifier le profil").waitFor();
      await page.keyboard.press("Escape");
      await page.context().setOffline(true);
      await button(upcomingCards(page).last(), "Absent").click();
      await expect(page.getByText("1 réponse en attente")).toBeVisible();
      const hidden: string[] = [];
      for (let steps = 0; steps < 50; steps += 1) {
        await page.keyboard.press("Shift+Tab");
        hidden.push(...(await page.evaluate(hiddenFocus)));
      }
      expect(hidden).toEqual([]);
    });
  });
}

/** The controls in view that the message lies over, and those of the header that cannot be pressed. */
function coveredBy(shown: Element): string[] {
  const header = document.querySelector("header");
  const below = header?.getBoundingClientRect().bottom ?? 0;
  const covered: string[] = [];
  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    if (!control.checkVisibility({ visibilityProperty: true }) || shown.contains(control)) continue;
    const { x, y, width, height } = control.getBoundingClientRect();
    const isOfHeader = header?.contains(control) === true;
    // What is scrolled under the header is not in view, nor is the link that shows when it has the focus.
    if (width <= 1 || (!isOfHeader && y + height / 2 < below)) continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (hit === null || control.contains(hit)) continue;
    if (isOfHeader || shown.contains(hit)) covered.push(control.outerHTML.slice(0, 200));
  }
  return covered;
}

/** The focused element, if nothing of it can be seen. */
function hiddenFocus(): string[] {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return [];
  const { x, y, width, height } = focused.getBoundingClientRect();
  const isSeen = [2, height / 2, height - 2].some((down) => {
    const hit = document.elementFromPoint(x + width / 2, y + down);
    return hit !== null && (focused.contains(hit) || hit.contains(focused));
  });
  return isSeen ? [] : [focused.outerHTML.slice(0, 200)];
}
