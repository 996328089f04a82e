import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { nthResetMail } from "#test/support/browser/mails.ts";
import { lookAgain } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import { returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

const CHANGED = "Mot de passe modifié avec succès";
const SENT = "Votre mot de passe a été transféré sur votre adresse mail.";
const INVALID = "Ce lien n'est plus valable. Demandez-en un nouveau.";

/** Requests a new password for this address on the login screen. */
async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Mot de passe oublié ?" }).click();
}

/** The lines of the error message. */
function alertLines(page: Page) {
  return page.getByRole("alert").locator("p");
}

async function chooseNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(password);
  await page.getByLabel("Confirmer le nouveau mot de passe", { exact: true }).fill(confirmation);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
}

test("a password manager finds the form that changes the password; signed out, the way to a new one", async ({
  page,
}) => {
  const address = "/.well-known/change-password";
  await page.goto(address);
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("button", { name: "Mot de passe oublié ?" })).toBeVisible();
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.goto(address);
  await expect(page).toHaveURL("/select-group");
  const dialog = page.getByRole("dialog", { name: "Modifier le profil" });
  await expect(dialog.getByLabel("Ancien mot de passe", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Louange du dimanche", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("a forgotten password", () => {
  test("sends one mail for two presses, to the address as registered, and says so", async ({
    page,
    request,
    diapason,
  }) => {
    await signUp(request, CAMILLE);
    await page.goto("/login");
    await page.getByLabel("Adresse e-mail", { exact: true }).fill(" Camille@Example.ORG ");
    await page.getByRole("button", { name: "Mot de passe oublié ?" }).dblclick();
    await expect(page.getByRole("status").filter({ hasText: SENT })).toBeVisible();
    const { to, link } = await nthResetMail(diapason);
    expect(to).toBe("camille@example.org");
    expect(link).toMatch(/^\/reset-password\?token=[\w-]{20,}$/);
  });

  test("needs an address, well formed, and says so beside the field", async ({ page }) => {
    await askForReset(page, "");
    const email = page.getByLabel("Adresse e-mail", { exact: true });
    await expect(page.getByRole("alert")).toHaveText("Veuillez saisir votre adresse e-mail");
    await expect(email).toBeFocused();
    await askForReset(page, "camille@");
    await expect(page.getByRole("alert")).toHaveText("Adresse e-mail non valide");
    await expect(email).toHaveValue("camille@");
  });

  test("of an unknown address says that it was not found, and nothing more", async ({ page }) => {
    await askForReset(page, "personne@example.org");
    await expect(alertLines(page)).toHaveText(["Adresse e-mail non trouvée."]);
  });

  test("asked for too often says when to try again", async ({ page, request }) => {
    await signUp(request, CAMILLE);
    for (let asked = 0; asked < 5; asked += 1) {
      await page.request.post("/api/auth/request-password-reset", { data: { email: CAMILLE.email } });
    }
    await askForReset(page, CAMILLE.email);
    await expect(alertLines(page)).toHaveText([/^Trop d'essais\. Réessayez dans \d+ secondes?\.$/]);
  });

  test("tells silence from an unknown address, and keeps what was typed", async ({ page }) => {
    await page.route("**/api/auth/request-password-reset", (route) => route.abort());
    await askForReset(page, CAMILLE.email);
    await expect(alertLines(page)).toHaveText([UNREACHABLE]);
    await expect(page.getByLabel("Adresse e-mail", { exact: true })).toHaveValue(CAMILLE.email);
  });
});

test.describe("the link of the mail", () => {
  test("sets a new password once for two presses, and ends every session of that person", async ({
    page,
    openDevice,
    diapason,
  }) => {
    const elsewhere = await openDevice();
    await returnAsMember(elsewhere, CAMILLE, { selectedGroup: "1" });
    await elsewhere.goto("/");
    await askForReset(page, CAMILLE.email);
    const { link } = await nthResetMail(diapason);
    let resets = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/reset-password")) resets += 1;
    });
    await page.goto(link);
    await expect(page).toHaveTitle("Nouveau mot de passe · Diapason");
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("châtaignier");
    await page.getByLabel("Confirmer le nouveau mot de passe", { exact: true }).fill("châtaignier");
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).dblclick();
    await expect(page.getByRole("status").filter({ hasText: CHANGED })).toBeVisible();
    await expect(page.getByRole("link", { name: "Se connecter" })).toBeFocused();
    expect(resets).toBe(1);
    await lookAgain(elsewhere);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Connexion");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/login");
    await signIn(page, { ...CAMILLE, password: "châtaignier" });
  });

  test("leaves its token in no address, no history and no Referer", async ({ page, request, diapason }) => {
    await signUp(request, CAMILLE);
    await askForReset(page, CAMILLE.email);
    const { link } = await nthResetMail(diapason);
    const token = new URL(link, "http://localhost").searchParams.get("token") ?? "";
    const requested: string[] = [];
    page.on("request", (sent) => {
      if (!sent.isNavigationRequest()) requested.push(sent.url(), sent.headers()["referer"] ?? "");
    });
    await page.goto(link);
    await chooseNewPassword(page, "châtaignier");
    await expect(page.getByRole("status").filter({ hasText: CHANGED })).toBeVisible();
    await expect(page).toHaveURL("/reset-password");
    expect(requested.length).toBeGreaterThan(4);
    expect(requested.filter((text) => text.includes(token))).toEqual([]);
    await page.getByRole("link", { name: "Se connecter" }).click();
    await page.goBack();
    await expect(page).toHaveURL("/reset-password");
  });

  test("used twice is not valid any more", async ({ page, request, diapason }) => {
    await signUp(request, CAMILLE);
    await askForReset(page, CAMILLE.email);
    const { link } = await nthResetMail(diapason);
    await page.goto(link);
    await chooseNewPassword(page, "châtaignier");
    await expect(page.getByRole("status").filter({ hasText: CHANGED })).toBeVisible();
    await page.goto(link);
    await chooseNewPassword(page, "marronnier");
    await expect(alertLines(page)).toHaveText([INVALID]);
    await expect(page.getByLabel("Nouveau mot de passe", { exact: true })).toHaveValue("marronnier");
    await page.getByRole("link", { name: "Demander un nouveau lien" }).click();
    await expect(page).toHaveURL("/login");
    await signIn(page, { ...CAMILLE, password: "châtaignier" });
  });

  test("of an account that was deleted meanwhile is not valid any more", async ({
    page,
    openDevice,
    request,
    diapason,
  }) => {
    const camille = await signUp(request, CAMILLE);
    await askForReset(page, CAMILLE.email);
    const { link } = await nthResetMail(diapason);
    const admin = await openDevice();
    await returnAsAdmin(admin);
    expect((await admin.request.delete(`/api/users/${camille.id}`)).status()).toBe(204);
    await page.goto(link);
    await chooseNewPassword(page, "châtaignier");
    await expect(alertLines(page)).toHaveText([INVALID]);
  });

  test("without its token says at once that it is not valid", async ({ page }) => {
    await page.goto("/reset-password");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nouveau mot de passe");
    await expect(alertLines(page)).toHaveText([INVALID]);
  });

  test("wants six characters, twice the same", async ({ page }) => {
    await page.goto("/reset-password?token=whatever");
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await expect(page.getByRole("alert")).toHaveText("Tous les champs sont obligatoires");
    await chooseNewPassword(page, "court");
    await expect(page.getByRole("alert")).toHaveText("Le mot de passe doit contenir au moins 6 caractères");
    await chooseNewPassword(page, "châtaignier", "chataignier");
    await expect(page.getByRole("alert")).toHaveText("Les mots de passe ne correspondent pas");
    await expect(page.getByLabel("Confirmer le nouveau mot de passe", { exact: true })).toBeFocused();
  });

  test("says when the server does not answer, and can be tried again", async ({ page }) => {
    await page.goto("/reset-password?token=whatever");
    await page.route("**/api/auth/reset-password", (route) => route.abort());
    await chooseNewPassword(page, "châtaignier");
    await expect(alertLines(page)).toHaveText(["Échec de la modification du mot de passe", UNREACHABLE]);
    await page.unroute("**/api/auth/reset-password");
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await expect(alertLines(page)).toHaveText([INVALID]);
  });

  test("opened by somebody signed in signs them out, in their other tab too", async ({ page, diapason }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
    await page.request.post("/api/auth/request-password-reset", { data: { email: CAMILLE.email } });
    const { link } = await nthResetMail(diapason);
    const tab = await page.context().newPage();
    await tab.goto(link);
    await chooseNewPassword(tab, "châtaignier");
    await expect(tab.getByRole("status").filter({ hasText: CHANGED })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion");
    await tab.getByRole("link", { name: "Se connecter" }).click();
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Connexion");
  });
});

test("the screen of a new password breaks no rule of WCAG 2.2 AA, with its errors", async ({ page }) => {
  test.slow();
  await page.goto("/reset-password?token=whatever");
  await chooseNewPassword(page, "court");
  await expectAccessible(page);
  await chooseNewPassword(page, "châtaignier");
  await expect(alertLines(page)).toHaveText([INVALID]);
  await expectAccessible(page);
});
