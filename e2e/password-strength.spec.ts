import type { Locator } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { nthResetMail } from "#test/support/browser/mails.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { type Person, register } from "#test/support/browser/people.ts";
import { returnAsMember } from "#test/support/browser/visits.ts";

const WEAK = "Facile à deviner, ajoutez un mot ou deux";
const FAIR = "Correct, plus long serait mieux encore";
const PERSON: Person = {
  firstName: "Zoé",
  lastName: "Karpinski",
  email: "zoe@example.org",
  password: "zoezoe",
  services: ["Lead"],
};

/** Checks the hint that the field refers to with `aria-describedby`. */
async function expectHint(field: Locator, hint: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(hint);
}

test("the strength of a new password is shown while typing, announced after a pause, and not by colour alone", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/register");
  const password = page.getByLabel("Mot de passe", { exact: true });
  const announcement = page.locator("[aria-live=polite]").filter({ hasText: /Facile|Correct|Solide/ });
  await expectHint(password, "6 caractères au moins");
  await password.fill("azert");
  await expectHint(password, "6 caractères au moins");
  await page.clock.pauseAt(Date.now() + 60_000);
  await password.fill("azerty");
  await expectHint(password, WEAK);
  await page.clock.runFor(900);
  await password.fill("orange-tabac");
  await expectHint(password, FAIR);
  await page.clock.runFor(900);
  await expect(announcement).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(announcement).toHaveText(FAIR);
  await password.fill("orange tabac violet");
  await expectHint(password, "Solide");
  await page.clock.resume();
  await expectAccessible(page);
});

test("a password with one's own name counts as weak, but any six characters are accepted", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("Mot de passe", { exact: true }).fill("zoe-karpinski-zoe");
  await page.getByLabel("Prénom", { exact: true }).fill("Zoé");
  await page.getByLabel("Nom", { exact: true }).fill("Karpinski");
  await expectHint(page.getByLabel("Mot de passe", { exact: true }), WEAK);
  await register(page, PERSON);
});

test("the strength is shown when a password is changed, and when one is reset by mail", async ({ page, diapason }) => {
  await returnAsMember(page, PERSON, { selectedGroup: "1" });
  await page.goto("/");
  const dialog = await openProfile(page);
  await dialog.getByRole("button", { name: "Changer le mot de passe" }).click();
  const changed = dialog.getByLabel("Nouveau mot de passe", { exact: true });
  await changed.fill("zoe-karpinski");
  await expectHint(changed, WEAK);
  await page.request.post("/api/auth/request-password-reset", { data: { email: PERSON.email } });
  await page.goto((await nthResetMail(diapason)).link);
  const chosen = page.getByLabel("Nouveau mot de passe", { exact: true });
  await chosen.fill("motdepasse");
  await expectHint(chosen, WEAK);
});
