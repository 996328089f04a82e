import type { Locator } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { lookAgain, openProfile } from "#test/support/browser/menu.ts";
import { signIn } from "#test/support/browser/people.ts";
import { returnAsMember } from "#test/support/browser/visits.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

function devices(dialog: Locator): Locator {
  return dialog.getByRole("region", { name: "Appareils connectés" });
}

function rows(dialog: Locator): Locator {
  return dialog.getByRole("list", { name: "Appareils connectés" }).getByRole("listitem");
}

function row(dialog: Locator, name: string): Locator {
  return rows(dialog).filter({ hasText: name });
}

test.describe("one's own devices", () => {
  test.beforeEach(async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
  });

  test("are listed in the profile, this one first and without a button", async ({ page, openDevice }) => {
    await signIn(await openDevice({ userAgent: FIREFOX }), CAMILLE);
    const dialog = await openProfile(page);
    await expect(rows(dialog)).toHaveCount(2);
    await expect(rows(dialog).first()).toContainText("Cet appareil");
    await expect(rows(dialog).first().getByRole("button")).toHaveCount(0);
    await expect(row(dialog, "Firefox sur Linux")).toContainText("Vu à l'instant");
    const end = row(dialog, "Firefox sur Linux").getByRole("button", { name: "Déconnecter", exact: true });
    await expect(end).toHaveAccessibleDescription("Firefox sur Linux");
    await expect(devices(dialog).getByRole("button", { name: "Déconnecter les autres appareils" })).toHaveCount(0);
  });

  test("are thirty at most, the profile says", async ({ page }) => {
    const dialog = await openProfile(page);
    await expect(devices(dialog)).toContainText(
      /30 appareils au plus\s?: au-delà, celui qui est resté inactif le plus longtemps est déconnecté\./,
    );
  });

  test("are signed out one by one: that device is at the login screen at its next look", async ({
    page,
    openDevice,
  }) => {
    const firefox = await openDevice({ userAgent: FIREFOX });
    await signIn(firefox, CAMILLE);
    const dialog = await openProfile(page);
    await row(dialog, "Firefox sur Linux").getByRole("button", { name: "Déconnecter" }).dblclick();
    await expect(devices(dialog).getByRole("status")).toHaveText("L'appareil est déconnecté.");
    await expect(rows(dialog)).toHaveCount(1);
    await expect(dialog.getByRole("heading", { name: "Appareils connectés" })).toBeFocused();
    await lookAgain(firefox);
    await expect(firefox).toHaveURL("/login");
    await lookAgain(page);
    await expect(rows(dialog)).toHaveCount(1);
  });

  test("are signed out all at once, but this one", async ({ page, openDevice }) => {
    const others = [await openDevice({ userAgent: FIREFOX }), await openDevice({ userAgent: IPHONE })];
    for (const other of others) await signIn(other, CAMILLE);
    const dialog = await openProfile(page);
    await expect(row(dialog, "Safari sur iPhone")).toBeVisible();
    await dialog.getByRole("button", { name: "Déconnecter les autres appareils" }).click();
    await expect(devices(dialog).getByRole("status")).toHaveText("Les autres appareils sont déconnectés.");
    await expect(rows(dialog)).toHaveCount(1);
    for (const other of others) {
      await lookAgain(other);
      await expect(other).toHaveURL("/login");
    }
    await lookAgain(page);
    await expect(page).toHaveURL("/");
  });

  test("that cannot be listed or signed out say so, and nothing is lost", async ({ page, openDevice }) => {
    await signIn(await openDevice({ userAgent: FIREFOX }), CAMILLE);
    await page.route("**/api/auth/sessions", (route) => route.abort());
    const dialog = await openProfile(page);
    await dialog.getByLabel("Prénom", { exact: true }).fill("Camillo");
    await expect(devices(dialog).getByRole("alert")).toContainText(
      "La liste de vos appareils n'a pas pu être chargée.",
    );
    await page.unroute("**/api/auth/sessions");
    await devices(dialog).getByRole("button", { name: "Réessayer" }).click();
    await expect(rows(dialog)).toHaveCount(2);
    await page.route("**/api/auth/sessions/*", (route) => route.abort());
    await row(dialog, "Firefox sur Linux").getByRole("button", { name: "Déconnecter" }).click();
    await expect(devices(dialog).getByRole("alert").locator("p")).toHaveText([
      "L'appareil n'a pas pu être déconnecté",
      "Le serveur ne répond pas. Vérifiez votre connexion.",
    ]);
    await expect(rows(dialog)).toHaveCount(2);
    await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Camillo");
  });
});

test("the list breaks no rule of WCAG 2.2 AA, and does not scroll sideways", async ({ page, openDevice }) => {
  const other = await openDevice({ userAgent: IPHONE });
  await returnAsMember(other, CAMILLE);
  await signIn(page, CAMILLE);
  await page.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
  const dialog = await openProfile(page);
  await expect(row(dialog, "Safari sur iPhone")).toBeVisible();
  await expectAccessible(page);
});
