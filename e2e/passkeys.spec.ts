import type { CDPSession, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { signOut } from "#test/support/browser/people.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const SIGN_IN = "Se connecter sans mot de passe";
const ADD = "Ajouter une clé d'accès";

interface Authenticator {
  readonly debugger: CDPSession;
  readonly id: string;
}

/** A device's own authenticator, as in a phone, whose owner unlocks it at once. */
async function giveAuthenticator(page: Page): Promise<Authenticator> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("WebAuthn.enable");
  const { authenticatorId: id } = await debug.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { debugger: debug, id };
}

/** Carries the keys of one device to another, as a password manager does. */
async function syncKeys(from: Authenticator, to: Authenticator): Promise<void> {
  const { credentials } = await from.debugger.send("WebAuthn.getCredentials", { authenticatorId: from.id });
  for (const credential of credentials)
    await to.debugger.send("WebAuthn.addCredential", { authenticatorId: to.id, credential });
}

function passkeys(page: Page) {
  return page.getByRole("region", { name: "Clés d'accès" });
}

/** Adds a key in the profile, with the password. */
async function addPasskey(page: Page): Promise<void> {
  await openProfile(page);
  await passkeys(page).getByRole("button", { name: ADD }).click();
  await page.getByLabel("Mot de passe", { exact: true }).fill(CAMILLE.password);
  await page.getByRole("button", { name: ADD }).click();
  await expect(passkeys(page).getByRole("status")).toHaveText("La clé d'accès est ajoutée.");
}

test.describe("a passkey", () => {
  test("added in the profile signs in on a new phone without a password, until it is removed", async ({
    page,
    openDevice,
  }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
    const own = await giveAuthenticator(page);
    await addPasskey(page);
    await expect(passkeys(page).getByRole("listitem")).toContainText("Jamais utilisée");
    await expectAccessible(page);

    const phone = await openDevice({ viewport: { width: 360, height: 740 } });
    // The page asks at once whether the device keeps keys.
    await syncKeys(own, await giveAuthenticator(phone));
    await phone.goto("/login");
    await phone.getByLabel("Se souvenir de moi").check();
    await phone.getByRole("button", { name: SIGN_IN }).click();
    await expect(phone).toHaveURL("/select-group");
    expect(await phone.evaluate(() => localStorage.getItem("rememberMe"))).toBe("true");
    await phone.reload();
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
    await signOut(phone);

    await page.reload();
    await openProfile(page);
    await expect(passkeys(page).getByRole("listitem")).toContainText("Utilisée le");
    await passkeys(page)
      .getByRole("button", { name: /^Retirer la clé d'accès / })
      .click();
    await passkeys(page).getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(passkeys(page).getByRole("status")).toHaveText("La clé d'accès est retirée.");
    await expect(passkeys(page).getByRole("listitem")).toHaveCount(0);

    await phone.getByRole("button", { name: SIGN_IN }).click();
    await expect(phone.getByRole("alert")).toHaveText(
      "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
    );
    await expect(phone).toHaveURL("/login");
  });

  test("needs the right password to be added, and is made once on a device", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
    await giveAuthenticator(page);
    await openProfile(page);
    await passkeys(page).getByRole("button", { name: ADD }).click();
    const password = page.getByLabel("Mot de passe", { exact: true });
    await expect(password).toBeFocused();
    await page.getByRole("button", { name: ADD }).click();
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await password.fill("wrong-one");
    await page.getByRole("button", { name: ADD }).click();
    await expect(page.getByText("Le mot de passe est incorrect")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Retour" }).click();
    await expect(passkeys(page).getByRole("button", { name: ADD })).toBeFocused();
    await page.keyboard.press("Escape");
    await addPasskey(page);
    await passkeys(page).getByRole("button", { name: ADD }).click();
    await password.fill(CAMILLE.password);
    await page.getByRole("button", { name: ADD }).click();
    await expect(page.getByRole("alert")).toContainText("Cet appareil a déjà une clé d'accès pour ce compte.");
  });

  test("is not asked for where the browser has none, and one's own password still signs in", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Mot de passe oublié ?" })).toBeVisible();
    await expect(page.getByRole("button", { name: SIGN_IN })).toHaveCount(0);
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
    await openProfile(page);
    await expect(page.getByRole("region", { name: "Appareils connectés" })).toBeVisible();
    await expect(passkeys(page)).toHaveCount(0);
  });

  test("that the device does not give says what to do next", async ({ page }) => {
    const { debugger: debug, id } = await giveAuthenticator(page);
    await page.goto("/login");
    await debug.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await page.getByRole("button", { name: SIGN_IN }).click();
    await expect(page.getByRole("status")).toContainText("Aucune clé d'accès n'a été utilisée.");
    await expectAccessible(page);
    await page.route("**/api/auth/passkeys/challenge", (route) => route.abort());
    await page.getByRole("button", { name: SIGN_IN }).click();
    await expect(page.getByRole("alert")).toHaveText("Le serveur ne répond pas. Vérifiez votre connexion.");
  });

  test("cannot be given to the built-in admin, who has no password", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/");
    await giveAuthenticator(page);
    await openProfile(page);
    await passkeys(page).getByRole("button", { name: ADD }).click();
    await page.getByLabel("Mot de passe", { exact: true }).fill("whatever");
    await page.getByRole("button", { name: ADD }).click();
    await expect(page.getByRole("alert")).toContainText("Ce compte est commun à plusieurs personnes");
  });
});
