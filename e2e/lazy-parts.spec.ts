import type { Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { memberList, menuButton, openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import {
  returnAsAdmin,
  returnAsMember,
  signUp,
  upcomingCards,
  withoutVisitData,
} from "#test/support/browser/visits.ts";

const NOON = new Date("2026-11-21T12:00:00+01:00");

test("what is loaded late is shown once it is there: with the page's clock stopped, nothing is waited for", async ({
  page,
}) => {
  await page.clock.install({ time: NOON });
  // The clock has run since `install`, so it is paused at a time that even a busy machine has not reached.
  await page.clock.pauseAt(NOON.getTime() + 60_000);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
  const events = [planned("2026-11-22", "10:30", "Culte du dimanche")];
  await returnAsAdmin(page, { events, selectedGroup: "1" });

  await page.goto("/");
  const card = upcomingCards(page).first();
  await expect(card.getByRole("button", { name: /^Supprimer/ })).toBeVisible();
  await card.getByRole("button", { name: "Présent", exact: true }).click();
  await expect(card.getByRole("button", { name: "Retirer ma réponse" })).toBeVisible();
  await openMenu(page);
  await expect(memberList(page).or(page.getByText("Aucun membre pour l'instant."))).toBeVisible();
  await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des utilisateurs" })).toBeVisible();
});

test("a part that cannot be loaded is left out, and comes once it can; the page stays", async ({ page }) => {
  let refused = 0;
  await page.route(/\/leader-parts-[^/]+\.js$/, async (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return route.abort();
  });
  await returnAsAdmin(page, { events: [planned("2099-11-22", "10:30", "Culte du dimanche")], selectedGroup: "1" });
  await page.goto("/");
  const card = upcomingCards(page).first();
  await expect(card.getByRole("button", { name: "Présent" })).toBeVisible();
  await expect(card.getByRole("button", { name: /^Supprimer/ })).toBeVisible();
  expect(refused).toBe(1);
  await expect(page.getByText("Cette page ne peut pas s'afficher")).toHaveCount(0);
});

test("a sign-in without the file that checks it says that the server is silent, keeps what was typed, and goes on with it", async ({
  page,
  request,
}) => {
  await signUp(request, YANNICK);
  let refused = 0;
  await page.route(/\/schemas-[^/]+\.js$/, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto("/login");
  await expect.poll(() => refused).toBeGreaterThan(0);
  const signIn = page.getByRole("button", { name: "Se connecter", exact: true });
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(YANNICK.email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(YANNICK.password);
  await signIn.click();
  await expect(page.getByRole("alert")).toHaveText("Le serveur ne répond pas. Vérifiez votre connexion.");
  await page.unroute(/\/schemas-[^/]+\.js$/);
  await signIn.click();
  await expect(menuButton(page)).toBeVisible();
});

const SCREENS = [
  { screen: "a wide screen", viewport: { width: 1280, height: 800 } },
  { screen: "a phone", viewport: { width: 360, height: 740 } },
];
const PEOPLE = "**/api/users";
const LATE_PARTS = [
  { part: "the code of the member list", address: /\/member-list-[^/]+\.js$/ },
  { part: "the list of people", address: PEOPLE },
];

/** Registers members on browsers of their own. */
async function registerMembers(device: Page, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const person = { firstName: "Noé", lastName: `Morel ${number}`, email: `noe-${number}@example.org` };
    await returnAsMember(device, { ...person, password: "double-croche", services: ["Batterie"] });
  }
}

/** Holds back requests to `address`. @returns a function that lets them through */
async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** The position of each item of the open menu, except those of the member list. */
function placesOfItems(page: Page): Promise<Record<string, string>> {
  return page.getByRole("region", { name: "Menu utilisateur" }).evaluate((menu) => {
    const items = [...menu.querySelectorAll<HTMLElement>("a, button, label")].filter((item) => !item.closest("li"));
    return Object.fromEntries(
      items.map((item) => {
        const { x, y, width, height } = item.getBoundingClientRect();
        return [item.innerText, [x, y, width, height].join(" ")];
      }),
    );
  });
}

for (const { screen, viewport } of SCREENS) {
  for (const { part, address } of LATE_PARTS) {
    test(`in the open menu on ${screen} nothing moves when ${part} comes late, however many members there are`, async ({
      page,
      openDevice,
    }) => {
      const device = await openDevice();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await returnAsAdmin(page, { selectedGroup: "1" });
      await withoutVisitData(page);
      for (const newcomers of [[], [1, 2], [3, 4, 5, 6]]) {
        await registerMembers(device, newcomers);
        const letThrough = await holdBack(page, address);
        const people = page.waitForResponse(PEOPLE);
        await page.goto("/");
        if (address !== PEOPLE) await people;
        await openMenu(page);
        const before = await placesOfItems(page);
        expect(Object.keys(before)).toEqual(expect.arrayContaining(["Modifier le profil", "Se déconnecter"]));
        letThrough();
        const list = page.getByText("Aucun membre pour l'instant.").or(memberList(page).getByText("Morel 1"));
        await expect(list).toBeVisible();
        expect(await placesOfItems(page)).toEqual(before);
      }
    });
  }
}

test("the room that the menu keeps for members whom it does not know yet is gone when it is opened again", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await returnAsAdmin(page, { selectedGroup: "1" });
  await withoutVisitData(page);
  const letThrough = await holdBack(page, PEOPLE);
  await page.goto("/");
  const signOut = page.getByRole("button", { name: "Se déconnecter" });
  await openMenu(page);
  letThrough();
  await expect(page.getByText("Aucun membre pour l'instant.")).toBeVisible();
  const held = await signOut.boundingBox();
  await page.keyboard.press("Escape");
  await expect(signOut).toBeHidden();
  await openMenu(page);
  expect((await signOut.boundingBox())?.y).toBeLessThan((held?.y ?? 0) - 100);
});

test("the open menu stays where it is, under its button, while the page scrolls", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 600 });
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await openMenu(page);
  const button = await menuButton(page).boundingBox();
  const menu = page.getByRole("region", { name: "Menu utilisateur" });
  const box = await menu.boundingBox();
  const edges = [(button?.y ?? 0) + (button?.height ?? 0) + 4, (button?.x ?? 0) + (button?.width ?? 0)];
  expect([box?.y ?? 0, (box?.x ?? 0) + (box?.width ?? 0)].map(Math.round)).toEqual(edges.map(Math.round));
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(menuButton(page)).not.toBeInViewport();
  expect(await menu.boundingBox()).toEqual(box);
});
