import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { signIn } from "#test/support/browser/people.ts";
import { returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

const BUTTON = "Lien de réinitialisation pour Camille Perrin";

test.describe("without a mail server", () => {
  test("an admin hands over a link to a new password, and /login begins with the e-mail", async ({
    page,
    openDevice,
  }) => {
    const camille = await openDevice();
    await returnAsMember(camille, CAMILLE);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/users");
    await page.getByRole("button", { name: BUTTON }).click();
    const dialog = page.getByRole("dialog", { name: BUTTON });
    await expectAccessible(page);
    const link = await dialog.getByLabel("Lien de réinitialisation", { exact: true }).inputValue();
    expect(link).toContain("/reset-password?token=");
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: BUTTON })).toBeFocused();
    await expect(page.locator(`[value="${link}"]`)).toHaveCount(0);

    await camille.goto(link);
    await camille.getByLabel("Nouveau mot de passe", { exact: true }).fill("châtaignier");
    await camille.getByLabel("Confirmer le nouveau mot de passe", { exact: true }).fill("châtaignier");
    await camille.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await camille.getByRole("link", { name: "Se connecter" }).click();
    await expect(camille.getByLabel("Adresse e-mail", { exact: true })).toHaveValue(CAMILLE.email);
    await expect(camille).toHaveURL("/login");
    await signIn(camille, { ...CAMILLE, password: "châtaignier" });

    await page.goto("/administration");
    await expect(page.getByRole("region", { name: "Journal" })).toContainText(
      "Admin Diapason a préparé un lien de réinitialisation du mot de passe pour Camille Perrin",
    );
  });

  test("a link that comes late takes away no text typed into another dialog", async ({ page, request }) => {
    await signUp(request, CAMILLE);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/users");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/password-reset", async (route) => {
      await released;
      await route.fallback();
    });
    await page.getByRole("button", { name: BUTTON }).click();
    await page.getByRole("button", { name: "Changer l'adresse de Camille Perrin" }).click();
    const address = page.getByRole("dialog", { name: "Changer l'adresse de Camille Perrin" });
    await address.getByRole("textbox").fill("camille@example.net");
    release();
    const dialog = page.getByRole("dialog", { name: BUTTON });
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await expect(dialog).toBeHidden();
    await expect(address.getByRole("textbox")).toHaveValue("camille@example.net");
  });

  test("admins read on /administration that nobody gets mails, and where the links are", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/administration");
    const notice = page.getByRole("region", { name: "Les mails n'arrivent à personne" });
    await expect(notice).toContainText("MAIL_URL");
    const mails = page.getByRole("region", { name: "Mails", exact: true });
    await expect(mails).toHaveText(/^MailsAucun mail n'est parti ces sept derniers jours\. Aucun n'attend\.$/);
    await expectAccessible(page);
    await notice.getByRole("link", { name: "Gérer les utilisateurs" }).click();
    await expect(page).toHaveURL("/users");
  });

  test("no link is offered for an admin, oneself or another", async ({ page, request }) => {
    await signUp(request, CAMILLE);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/users");
    await expect(page.getByRole("button", { name: BUTTON })).toBeVisible();
    await page.getByLabel("Adresse e-mail du nouvel administrateur", { exact: true }).fill(CAMILLE.email);
    await page.getByRole("button", { name: "Ajouter un administrateur" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Camille Perrin" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Lien de réinitialisation/ })).toHaveCount(0);
  });
});
