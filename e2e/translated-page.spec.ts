import type { Page } from "@playwright/test";
import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, region } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { SEED_GROUPS, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { translatePages } from "#test/support/browser/translator.ts";
import { returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const EVENTS = [CULTE, planned("2099-11-22", "20:00", "Veillée"), planned("2099-11-29", "10:00", "Parvis")];

test.use({ settings: LINK_SETTINGS });

test("on a translated page each text that changes is shown anew", async ({ page }) => {
  await translatePages(page);
  await returnAsMember(page, YANNICK, { groups: SEED_GROUPS, events: EVENTS, selectedGroup: "1" });
  await page.goto(`/events/${CULTE.id}`);
  const own = region(page, "Ma disponibilité");
  const drums = region(page, "Rôles critiques").getByRole("listitem").filter({ hasText: "Batterie" });
  for (const [answer, list, role] of [
    ["Absent", "Absents", "Manquant"],
    ["Présent", "Présents", "Couvert"],
    ["Absent", "Absents", "Manquant"],
  ] as const) {
    await button(own, answer).click();
    await expect(region(page, "Équipe").getByRole("list", { name: list })).toContainText("Yannick Morel");
    await expect(drums).toContainText(role);
  }

  await page.goto(`/?jour=${CULTE.date}`);
  await button(page, "Répondre pour le mois").click();
  const month = page.getByRole("dialog", { name: "Réponses de novembre 2099" });
  await expect(month.getByRole("status")).toHaveText("2 sans réponse");
  await button(month, "Absent partout").click();
  await expect(month.getByRole("status")).toHaveText("0 sans réponse");
});

test("an answer link's page can be used translated", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  const { id: userId } = await signUp(request, YANNICK);
  await translatePages(page);
  await page.goto(answerAddress({ userId, eventId: CULTE.id, pressed: "present" }));
  for (const answer of ["Présent", "Absent"]) {
    await button(page, answer).click();
    await expect(page.getByRole("status")).toHaveText(`C'est noté : ${answer.toLowerCase()}.`);
    await button(page, "Changer ma réponse").click();
    await expect(page.getByText(`Pour l'instant : ${answer.toLowerCase()}.`)).toBeVisible();
  }
});

type Arrive = (page: Page, stored: object) => Promise<unknown>;
const PLANNINGS = { "the local planning": false, "a shared planning": true };
const PEOPLE: Record<string, Arrive> = {
  "an admin": returnAsAdmin,
  "a member": async (page, stored) => returnAsMember(page, YANNICK, stored),
};

for (const [planning, isShared] of Object.entries(PLANNINGS)) {
  for (const [person, arrive] of Object.entries(PEOPLE)) {
    test(`${person} of ${planning} can press everything on each screen while it is translated`, async ({
      page,
      request,
    }) => {
      test.slow();
      if (isShared) await shareElsewhere(request, EVENTS);
      const heldTexts = await translatePages(page);
      await arrive(page, { groups: SEED_GROUPS, events: EVENTS, selectedGroup: "1" });
      await page.goto("/login");
      const pressed: string[] = [];
      for (const path of [`/events/${CULTE.id}`, ...screensOf(CULTE.date, CULTE.id)]) {
        await pressEverything(page, path, pressed);
        expect(await heldTexts(), path).toEqual([]);
      }
      expect(pressed.length).toBeGreaterThan(60);
    });
  }
}

/** Goes there as by a link of the page. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, "", address), path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Presses each control of the screen that is not `pressed` yet, and of what opens then, and adds what it is called. */
async function pressEverything(page: Page, path: string, pressed: string[]): Promise<void> {
  const { pathname } = new URL(path, page.url());
  await open(page, path);
  for (;;) {
    if (new URL(page.url()).pathname !== pathname) await open(page, path);
    const name = await page.evaluate(pressNext, { pathname, pressed });
    await expect(page.getByRole("heading", { name: "Cette page ne peut pas s'afficher" })).toHaveCount(0);
    if (name !== null) pressed.push(name);
    else if ((await page.locator("dialog[open]").count()) === 0) return;
    else await page.keyboard.press("Escape");
  }
}

/** Presses a control that is none of these, and waits until that is painted. What closes or deletes comes last. */
async function pressNext(already: { pathname: string; pressed: readonly string[] }): Promise<string | null> {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const controls = (dialog ?? document).querySelectorAll<HTMLInputElement>(
    "button, summary, input, select, a[href^='/']:not([download])",
  );
  const named = new Map<string, HTMLElement>();
  for (const control of controls) {
    const words = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
    const place = control.closest("dialog, header, footer")?.tagName ?? already.pathname;
    // One day is as good as another.
    const name = `${place}: ${control.tagName} ${words}`.replaceAll(/\d+(er)?|janvier|octobre|décembre/g, "#");
    const isLeft = /Se déconnecter|Supprimer mon compte|Imprimer/.test(name) || already.pressed.includes(name);
    if (control.checkVisibility({ visibilityProperty: true }) && !isLeft) named.set(name, control);
  }
  const names = [...named.keys()];
  const next = names.find((name) => !/Fermer|Annuler|Retour|Confirmer|Supprimer/.test(name)) ?? names[0];
  const control = next === undefined ? undefined : named.get(next);
  if (next === undefined || control === undefined) return null;
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = control.options.length - 1;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else control.click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return next;
}
