import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { MARIE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { lookAgain, openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

function journal(page: Page): Locator {
  return page.getByRole("region", { name: "Journal" });
}

function lines(page: Page): Locator {
  return journal(page).getByRole("listitem");
}

/** An admin creates so many groups, one after the other. */
async function createGroups(page: Page, count: number): Promise<void> {
  await sharePlanning(page, []);
  for (let number = 1; number <= count; number += 1) {
    await page.request.post("/api/groups", { data: { name: `Groupe ${number}` } });
  }
}

test.describe("the journal", () => {
  test("tells what admins did, newest first, each with its moment", async ({ page, openDevice, baseURL }) => {
    await sharePlanning(page, [planned("2050-11-24", "10:00", "Culte", { id: "culte" })]);
    const device = await openDevice();
    await returnAsMember(device, MARIE, { selectedGroup: "1" });
    await page.request.post("/api/users/admins", { data: { email: MARIE.email } });
    await device.request.delete("/api/events/culte", { headers: { origin: baseURL ?? "" } });
    await page.goto("/");
    await openMenu(page);
    await page.getByRole("link", { name: "Administration", exact: true }).click();
    await expect(lines(page).getByRole("paragraph")).toHaveText([
      "Marie Petit a supprimé l'événement « Culte » du 24 novembre 2050",
      "Admin Diapason a donné les droits d'administration à Marie Petit",
      "Admin Diapason a partagé le planning avec l'équipe (3 groupes et 1 événement)",
    ]);
    const time = lines(page).first().getByRole("time");
    await expect(time).toHaveText(/^\d{1,2} \p{L}+ \d{4} à \d{2}:\d{2}$/u);
    await expect(time).toHaveAttribute("datetime", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    await expect(button(journal(page), "Afficher la suite")).toHaveCount(0);
  });

  test("calls nobody by their name who has been deleted since", async ({ page, request }) => {
    await returnAsAdmin(page);
    const { id } = await signUp(request, MARIE);
    await page.request.post("/api/users/admins", { data: { email: MARIE.email } });
    await page.request.delete(`/api/users/${id}`);
    await page.goto("/administration");
    await expect(lines(page).getByRole("paragraph")).toHaveText([
      "Admin Diapason a supprimé un compte",
      "Admin Diapason a donné les droits d'administration à une personne supprimée",
    ]);
  });

  test("with nothing in it says so", async ({ page }) => {
    await returnAsAdmin(page);
    await page.goto("/administration");
    await expect(journal(page)).toContainText("Rien à raconter pour l'instant");
    await expect(lines(page)).toHaveCount(0);
  });

  test("goes on page by page, by keyboard too, and reading goes on where the new lines begin", async ({ page }) => {
    await createGroups(page, 40);
    await page.goto("/administration");
    await expect(lines(page)).toHaveCount(20);
    await button(journal(page), "Afficher la suite").focus();
    await page.keyboard.press("Enter");
    await expect(lines(page)).toHaveCount(40);
    await expect(lines(page).nth(20)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(button(journal(page), "Afficher la suite")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(lines(page)).toHaveCount(41);
    await expect(lines(page).last()).toBeFocused();
    await expect(lines(page).last()).toContainText("a partagé le planning");
    await expect(button(journal(page), "Afficher la suite")).toHaveCount(0);
  });

  test("has what others did when the page is looked at again, above the pages that are shown", async ({ page }) => {
    await createGroups(page, 25);
    await page.goto("/administration");
    await expect(lines(page)).toHaveCount(20);
    await button(journal(page), "Afficher la suite").click();
    await expect(lines(page)).toHaveCount(26);
    await page.request.post("/api/groups", { data: { name: "Chorale" } });
    await lookAgain(page);
    await expect(lines(page).first()).toContainText("Chorale");
    await expect(lines(page)).toHaveCount(27);
    await expect(lines(page).last()).toContainText("a partagé le planning");
    for (let number = 1; number <= 21; number += 1) {
      await page.request.post("/api/groups", { data: { name: `Chœur ${number}` } });
    }
    await lookAgain(page);
    await expect(lines(page).first()).toContainText("Chœur 21");
    await expect(lines(page)).toHaveCount(20);
  });

  test("that cannot be loaded, or not go on, says why, and is asked for again", async ({ page }) => {
    await createGroups(page, 20);
    await page.route("**/api/journal*", (route) => route.abort());
    await page.goto("/administration");
    await expect(journal(page)).toContainText("Le journal n'a pas pu être chargé.");
    await expect(journal(page)).toContainText(UNREACHABLE);
    await expectAccessible(page);
    await page.unroute("**/api/journal*");
    await button(journal(page), "Réessayer").click();
    await expect(lines(page)).toHaveCount(20);
    await page.route("**/api/journal*", (route) => route.abort());
    await button(journal(page), "Afficher la suite").click();
    await expect(journal(page).getByRole("alert").locator("p")).toHaveText([
      "La suite n'a pas pu être chargée",
      UNREACHABLE,
    ]);
    await expect(lines(page)).toHaveCount(20);
    await page.unroute("**/api/journal*");
    await button(journal(page), "Afficher la suite").click();
    await expect(lines(page)).toHaveCount(21);
    await expect(journal(page).getByRole("alert")).toHaveCount(0);
  });
});

test.describe("where only the invited may register", () => {
  test.use({ settings: { REGISTRATION: "invite" } });

  test("what is done on this screen is told at once", async ({ page }) => {
    await returnAsAdmin(page);
    await page.goto("/administration");
    const invite = page.getByRole("region", { name: "Inviter" });
    await invite.getByRole("button", { name: "Renouveler le lien" }).click();
    await invite.getByRole("button", { name: "Confirmer le renouvellement" }).click();
    await expect(lines(page).getByRole("paragraph")).toHaveText(["Admin Diapason a renouvelé le lien d'invitation"]);
  });
});

test("the journal breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page }) => {
  await sharePlanning(page, []);
  await page.request.post("/api/groups", { data: { name: "Chorale".repeat(28) } });
  await page.goto("/administration");
  await expect(lines(page)).toHaveCount(2);
  await expectAccessible(page);
});
