import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { register } from "#test/support/browser/people.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const CLOSED = "Demandez le lien d'invitation de votre équipe pour créer un compte.";
const INVALID =
  "Ce lien d'invitation n'est plus valable, ou il a été fait pour une autre adresse e-mail. Demandez le nouveau lien à votre équipe.";

function invite(page: Page): Locator {
  return page.getByRole("region", { name: "Inviter" });
}

function linkField(page: Page): Locator {
  return invite(page).getByLabel("Lien d'invitation", { exact: true });
}

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test.describe("where anybody may register", () => {
  test("an admin comes from the menu and finds the register screen's address, with nothing to renew", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/");
    await openMenu(page);
    await page.getByRole("link", { name: "Administration", exact: true }).click();
    await expect(page).toHaveURL("/administration");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administration");
    await expect(page).toHaveTitle("Administration · Diapason");
    await expect(linkField(page)).toHaveValue(`${baseURL}/register`);
    await expect(invite(page).getByRole("img", { name: "QR code du lien d'invitation" })).toBeVisible();
    await expect(button(invite(page), "Renouveler le lien")).toHaveCount(0);
    await button(invite(page), "Copier le lien").click();
    await expect(invite(page).getByRole("status")).toHaveText("Lien copié");
    expect(await copied(page)).toBe(`${baseURL}/register`);
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(page).toHaveURL("/");
  });

  test("a member has neither the screen nor the way to it", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/administration");
    await expect(page).toHaveURL("/");
    await openMenu(page);
    await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
  });

  test("a link that cannot be copied is selected, to be copied by hand", async ({ page, baseURL }) => {
    await returnAsAdmin(page);
    await page.goto("/administration");
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await button(invite(page), "Copier le lien").click();
    await expect(invite(page).getByRole("alert")).toHaveText(
      "Le lien n'a pas pu être copié. Il est sélectionné : copiez-le vous-même.",
    );
    expect(await page.evaluate(() => String(getSelection()))).toBe(`${baseURL}/register`);
  });

  test("a link that cannot be loaded says so, and is asked for again", async ({ page, baseURL }) => {
    await returnAsAdmin(page);
    await page.route("**/api/invitation", (route) => route.abort());
    await page.goto("/administration");
    await expect(invite(page)).toContainText("Le lien d'invitation n'a pas pu être chargé.");
    await expect(invite(page)).toContainText(UNREACHABLE);
    await page.unroute("**/api/invitation");
    await button(invite(page), "Réessayer").click();
    await expect(linkField(page)).toHaveValue(`${baseURL}/register`);
  });

  test("a wrong link is told, and anybody may register all the same", async ({ page }) => {
    await page.goto("/register?invitation=old");
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await expect(page.getByRole("button", { name: "Créer mon compte" })).toBeVisible();
  });
});

test.describe("where only the invited may register", () => {
  test.use({ settings: { REGISTRATION: "invite" } });

  async function openAdministration(page: Page): Promise<string> {
    await returnAsAdmin(page);
    await page.goto("/administration");
    await expect(linkField(page)).toHaveValue(/\/register\?invitation=[\w-]{43}$/);
    return linkField(page).inputValue();
  }

  test("without the link, and with a wrong one, the screen says what to do", async ({ page }) => {
    await page.goto("/register");
    await expect(page.getByRole("alert")).toHaveText(CLOSED);
    await expect(page.getByRole("button", { name: "Créer mon compte" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/register?invitation=old");
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await expect(page.getByRole("button", { name: "Créer mon compte" })).toHaveCount(0);
    await page.getByRole("link", { name: "Se connecter" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("whoever follows the link creates an account", async ({ page, openDevice }) => {
    const link = await openAdministration(page);
    const device = await openDevice();
    await register(device, CAMILLE, link);
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
  });

  test("renewed in two steps, by keyboard too, the old link stops at once, on a form half filled in too", async ({
    page,
    openDevice,
  }) => {
    const old = await openAdministration(page);
    const late = await openDevice();
    await late.goto(old);
    await late.getByLabel("Prénom", { exact: true }).fill("Camille");
    const renew = button(invite(page), "Renouveler le lien");
    await renew.focus();
    await page.keyboard.press("Enter");
    await expect(button(invite(page), "Annuler")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(renew).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(button(invite(page), "Confirmer le renouvellement")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(invite(page).getByRole("status")).toHaveText("Le nouveau lien est prêt, l'ancien ne fonctionne plus.");
    await expect(renew).toBeFocused();
    await expect(linkField(page)).not.toHaveValue(old);
    for (const [label, value] of [
      ["Nom", "Perrin"],
      ["Adresse e-mail", CAMILLE.email],
      ["Mot de passe", CAMILLE.password],
      ["Confirmer le mot de passe", CAMILLE.password],
    ] as const) {
      await late.getByLabel(label, { exact: true }).fill(value);
    }
    await late.getByRole("checkbox", { name: "Lead" }).check();
    await late.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(late.getByRole("alert").locator("p")).toHaveText(["Échec de la création du compte", INVALID]);
    await expect(late.getByLabel("Prénom", { exact: true })).toHaveValue("Camille");
  });

  test("two presses on the button renew nothing", async ({ page }) => {
    const link = await openAdministration(page);
    await button(invite(page), "Renouveler le lien").dblclick({ position: { x: 30, y: 20 } });
    await expect(button(invite(page), "Confirmer le renouvellement")).toBeVisible();
    await page.reload();
    await expect(linkField(page)).toHaveValue(link);
  });

  test("a renewal that fails leaves the link, and says why", async ({ page }) => {
    const link = await openAdministration(page);
    await page.route("**/api/invitation", (route) => route.abort());
    await button(invite(page), "Renouveler le lien").click();
    await button(invite(page), "Confirmer le renouvellement").click();
    await expect(invite(page).getByRole("alert").locator("p")).toHaveText([
      "Le lien n'a pas pu être renouvelé",
      UNREACHABLE,
    ]);
    await expect(linkField(page)).toHaveValue(link);
  });

  test("the screen breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page }) => {
    await openAdministration(page);
    await expectAccessible(page);
    await button(invite(page), "Renouveler le lien").click();
    await expectAccessible(page);
  });
});
