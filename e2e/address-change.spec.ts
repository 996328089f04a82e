import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { nthConfirmationMail } from "#test/support/browser/mails.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const NEW_ADDRESS = "camille@nouvelle.example";
const SEND = "Envoyer le message de confirmation";

function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

test("one's address changes by the mail to the new one, and the former one takes it back", async ({
  page,
  openDevice,
  diapason,
}) => {
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.goto("/");
  const dialog = await openProfile(page);
  const way = button(dialog, "Changer d'adresse e-mail");
  await way.click();
  const email = dialog.getByLabel("Nouvelle adresse e-mail", { exact: true });
  const password = dialog.getByLabel("Mot de passe", { exact: true });
  await expect(email).toBeFocused();
  await button(dialog, "Retour").click();
  await expect(way).toBeFocused();
  await way.click();
  await email.fill("camille@nouvelle");
  await password.fill("pas-le-bon");
  await button(dialog, SEND).click();
  await expect(dialog.getByText("Adresse e-mail non valide")).toBeVisible();
  await email.fill(NEW_ADDRESS);
  await button(dialog, SEND).click();
  await expect(dialog.getByText("Le mot de passe est incorrect")).toBeVisible();
  await expect(password).toBeFocused();
  await expect(email).toHaveValue(NEW_ADDRESS);
  await expectAccessible(page);
  await password.fill(CAMILLE.password);
  await button(dialog, SEND).click();
  await expect(dialog.getByRole("status")).toHaveText(
    `Le message part à ${NEW_ADDRESS}. Son lien est valable une heure.`,
  );

  const { to, link } = await nthConfirmationMail(diapason, 2);
  expect(to).toBe(NEW_ADDRESS);
  const elsewhere = await openDevice();
  await elsewhere.goto(link);
  await expect(heading(elsewhere)).toHaveText("Adresse e-mail changée");
  await expectAccessible(elsewhere);
  await elsewhere.getByRole("link", { name: "Se connecter" }).click();
  await signIn(elsewhere, { ...CAMILLE, email: NEW_ADDRESS });
  await expect(elsewhere).toHaveURL("/select-group");
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("alert")).toHaveText("Ce lien n'est plus valable.");

  const back = await nthConfirmationMail(diapason, 3);
  expect(back.to).toBe(CAMILLE.email);
  await page.goto(back.link);
  await expect(heading(page)).toHaveText("Adresse e-mail rétablie");
  await page.getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/login");
  await elsewhere.goto("/");
  await expect(elsewhere).toHaveURL("/login");
  await signIn(page, CAMILLE);
  await expect(page).toHaveURL("/select-group");
});

test("an admin has a member's address changed, which that member confirms", async ({ page, openDevice, diapason }) => {
  const camille = await openDevice();
  await returnAsMember(camille, CAMILLE);
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/users");
  const name = "Changer l'adresse de Camille Perrin";
  await button(page, name).click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByLabel("Nouvelle adresse e-mail", { exact: true }).fill(CAMILLE.email);
  await button(dialog, SEND).click();
  await expect(dialog.getByRole("alert")).toContainText("Un compte existe déjà avec cette adresse e-mail.");
  await dialog.getByLabel("Nouvelle adresse e-mail", { exact: true }).fill(NEW_ADDRESS);
  await button(dialog, SEND).click();
  await expect(dialog.getByRole("status")).toHaveText(
    `Le message part à ${NEW_ADDRESS}. Son lien est valable une heure.`,
  );
  await expectAccessible(page);
  await button(dialog, "Fermer").click();
  await expect(button(page, name)).toBeFocused();
  const { to, link } = await nthConfirmationMail(diapason, 2);
  expect(to).toBe(NEW_ADDRESS);
  await camille.goto(link);
  await expect(heading(camille)).toHaveText("Adresse e-mail changée");
  await page.goto("/administration");
  await expect(page.getByRole("region", { name: "Journal" })).toContainText(
    "Admin Diapason a demandé une autre adresse e-mail pour Camille Perrin",
  );
  await page.goto("/users");
  await expect(page.getByText(NEW_ADDRESS)).toBeVisible();
});
