import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };

const LIST = [
  "Inès ; Moreau ; ines@example.org ; Bass, Voix",
  "Paul ; Mercier ; ; Pasteur",
  "Zoé ; Chevalier ; zoe@example ; Violon",
  "Nadia ; Benali ; nadia@example.org ; Baterie",
].join("\n");

/** As copied from a spreadsheet: two of three have an address. */
const THIRTY = Array.from({ length: 30 }, (_, index) =>
  [`Prénom ${index}`, `Nom ${index}`, index % 3 === 0 ? "" : `p${index}@example.org`, "Voix, Piano"].join("\t"),
).join("\n");

function area(page: Page): Locator {
  return page.getByLabel("Une personne par ligne : prénom ; nom ; adresse e-mail ; services");
}

function row(page: Page, name: string): Locator {
  return page.getByRole("list", { name: "Utilisateurs" }).locator("> li").filter({ hasText: name });
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await area(page).focus();
  await page.keyboard.press("ControlOrMeta+v");
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

for (const [name, viewport] of [
  ["on a wide screen", { width: 1280, height: 800 }],
  ["on a phone", PHONE],
] as const) {
  test(`30 people are brought in ${name} by one paste and two presses`, async ({ page, openDevice }) => {
    await page.setViewportSize(viewport);
    await arriveAsAdmin(page, [], "/users");
    const other = await openDevice({ viewport: PHONE });
    await returnAsAdmin(other, { selectedGroup: "1" });
    await other.goto("/group");
    await expectUpToDate(other);
    let presses = 0;
    await page.exposeFunction("countPress", () => {
      presses += 1;
    });
    await page.evaluate(() => document.addEventListener("click", () => Reflect.get(globalThis, "countPress")(), true));

    await page.getByRole("link", { name: "Ajouter des personnes" }).click();
    await paste(page, THIRTY);
    await page.getByRole("button", { name: "Ajouter 30 personnes" }).click();

    await expect(page.getByRole("status").filter({ hasText: "30 personnes ajoutées" })).toContainText(
      "« Louange du dimanche », dont 20 par une invitation.",
    );
    expect(presses).toBe(2);
    await expect(area(page)).toHaveValue("");
    await expect(other.getByRole("region", { name: "Membres du groupe" })).toContainText("Prénom 29 Nom 29");
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(row(page, "Prénom 0 Nom 0")).toContainText("Sans compte");
    await expect(row(page, "Prénom 29 Nom 29")).toContainText("Invité");
    await expect(row(page, "Prénom 29 Nom 29")).toContainText("Louange du dimanche");
  });
}

test("a wrong line says what is wrong, and stays when the others were added", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  await expect(page.getByRole("heading", { name: "Ajouter des personnes" })).toBeVisible();
  await expectAccessible(page);
  await paste(page, LIST);
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview.getByRole("status")).toHaveText("2 personnes prêtes, 2 lignes à corriger");
  await expect(preview).toContainText("Ligne 3 : Adresse e-mail non valide");
  await expect(preview).toContainText("Ligne 4 : « Baterie » n'est pas un service. Vouliez-vous dire Batterie ?");
  await expectAccessible(page);
  await page.getByLabel("Groupe", { exact: true }).selectOption("Groupe de jeunes");
  await page.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 personnes ajoutées" })).toContainText("Groupe de jeunes");
  await expect(area(page)).toHaveValue(LIST.split("\n").slice(2).join("\n"));
  await expect(preview.getByRole("button", { name: "Ajouter 0 personne" })).toBeDisabled();
  await area(page).fill("Nadia ; Benali ; nadia@example.org ; Batterie\nInès ; Moreau ; INES@example.org ; Bass");
  await expect(preview).toContainText("Déjà dans l'équipe");
  await preview.getByRole("button", { name: "Ajouter 1 personne" }).click();
  await expect(area(page)).toHaveValue("");
});

test("a line typed while the people are being added is not lost", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  const zoe = "Zoé;Chevalier;zoe@example.org";
  await page.route("**/api/people", async (route) => {
    await area(page).fill(`Paul;Mercier\n${zoe}`);
    await route.continue();
  });
  await paste(page, "Paul;Mercier");
  await page.getByRole("button", { name: "Ajouter 1 personne" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 personne ajoutée" })).toBeVisible();
  await expect(area(page)).toHaveValue(zoe);
});

test("a namesake is a question, which one press answers", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  await paste(page, "Paul;Mercier\nPaul;Mercier;paul@example.org");
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview.getByRole("status")).toHaveText("1 personne prête, 1 question");
  await expectAccessible(page);
  await preview.getByRole("checkbox", { name: "C'est une autre personne" }).check();
  await preview.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 personnes ajoutées" })).toBeVisible();
});

test("a file of a French spreadsheet is read in its encoding", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  const csv = 'Nom;Prénom;Courriel;Services\r\nBèze;Éloïse;;"Voix, Piano"\r\n;;;\r\nŒuf;Zoé;zoe@example.org;Basse\r\n';
  // Windows-1252 is Latin-1 but for a few characters.
  const buffer = Buffer.from(csv.replace("Œ", "\u008C"), "latin1");
  await page.getByLabel("Fichier CSV").setInputFiles({ name: "équipe.csv", mimeType: "text/csv", buffer });
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview).toContainText("Éloïse Bèze");
  await expect(preview).toContainText("Zoé Œuf");
  await preview.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 personnes ajoutées" })).toBeVisible();
});

test("what a file has and nobody reads is named before anybody is added, and the right file later fills in what is missing", async ({
  page,
}) => {
  await arriveAsAdmin(page, [], "/users/add");
  const preview = page.getByRole("region", { name: "Aperçu" });
  const choose = (csv: string) =>
    page
      .getByLabel("Fichier CSV")
      .setInputFiles({ name: "équipe.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });

  await choose("Membres 2026;;\nNom *;Prénom *;Portable\nDupont;Léa;0612\nPetit;Noé;\n");
  await expect(preview).toContainText("Ligne non lue : « Membres 2026 »");
  await expect(preview).toContainText("Colonne non lue : « Portable »");
  await expect(preview.getByRole("row", { name: "Léa Dupont" })).toContainText("aucune adresse");
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 personnes ajoutées" })).toBeVisible();
  await expect(area(page)).toHaveValue("");

  await choose(
    "Nom,Prénom,Adresse électronique principale,Instrument 1,Instrument 2\nDUPONT,Lea,lea@example.org,Voix,Lead\n",
  );
  await expect(preview.getByRole("status")).toHaveText("1 personne prête (1 fiche à compléter)");
  await expect(preview).toContainText("Ligne 2 : complète la fiche de Léa Dupont.");
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Ajouter 1 personne" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 personne ajoutée" })).toContainText(
    "dont 1 par une invitation (1 fiche complétée).",
  );
  await page.goto("/users");
  await expect(row(page, "Léa Dupont")).toContainText("lea@example.org");
  await expect(row(page, "Léa Dupont")).toContainText("Invité");
  await expect(row(page, "Léa Dupont").getByText("Lead")).toBeVisible();
  await expect(row(page, "upont")).toHaveCount(1);
});

test("addresses copied from a mail program are one person each", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  await paste(page, 'Léa Dupont <lea@example.org>, "Petit, Noé" <noe@example.org>, inconnu@example.org');
  await page.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "dont 2 par une invitation" })).toBeVisible();
  await expect(area(page)).toHaveValue("inconnu@example.org");
});

test("UTF-16 of a spreadsheet and the contacts of a phone are read", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  const file = page.getByLabel("Fichier CSV");
  const preview = page.getByRole("region", { name: "Aperçu" });
  const table = Buffer.from('\uFEFFPrénom\tNom\tServices\r\nZoé\t"Œuf\r\nBlanc"\tVoix\r\n', "utf16le").swap16();
  await file.setInputFiles({ name: "équipe.txt", mimeType: "text/plain", buffer: table });
  await expect(preview).toContainText("Zoé Œuf Blanc");
  const card =
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Roy;Anaïs;;;\r\nitem1.EMAIL;TYPE=HOME:anais@exam\r\n ple.org\r\nEND:VCARD\r\n";
  await file.setInputFiles({ name: "contacts.vcf", mimeType: "text/vcard", buffer: Buffer.from(card) });
  await expect(preview).toContainText("anais@example.org");
  await preview.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "dont 1 par une invitation" })).toBeVisible();
  await expect(area(page)).toHaveValue("");
  const book = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]);
  await file.setInputFiles({ name: "équipe.xlsx", mimeType: "application/zip", buffer: book });
  await expect(page.getByText("Ce fichier n'a pas pu être lu. Enregistrez-le d'abord au format CSV.")).toBeVisible();
});

test("what is typed while a file is being read stays", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await new Promise((resolve) => addEventListener("typed", resolve, { once: true }));
      return new Response(this).arrayBuffer();
    };
  });
  await page
    .getByLabel("Fichier CSV")
    .setInputFiles({ name: "équipe.csv", mimeType: "text/csv", buffer: Buffer.from("Zoé;Blanc\n") });
  await area(page).fill("Anaïs;Roy");
  await page.evaluate(() => dispatchEvent(new Event("typed")));
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview).toContainText("Zoé Blanc");
  await expect(preview).toContainText("Anaïs Roy");
});

test("nothing is added offline, and the button says why", async ({ page, context }) => {
  await arriveAsAdmin(page, [], "/users/add");
  await paste(page, LIST);
  await context.setOffline(true);
  const button = page.getByRole("button", { name: "Ajouter 2 personnes" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription("Hors ligne");
  await context.setOffline(false);
  await expect(button).toBeEnabled();
});

test("the planning has to be shared first", async ({ page }) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/users/add");
  await expect(page.getByText("Le planning n'est pas encore partagé avec l'équipe.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Partager le planning" }).click();
  await expect(page).toHaveURL("/select-group");
});

test.describe("where registration needs a link", () => {
  test.use({ settings: { REGISTRATION: "invite" } });

  test("an invitation opens the form filled in, and the account keeps id and group", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [], "/users");
    await page.getByRole("link", { name: "Ajouter des personnes" }).click();
    await paste(page, "Inès;Moreau;;Bass, Voix");
    await page.getByRole("button", { name: "Ajouter 1 personne" }).click();
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(row(page, "Inès Moreau")).toBeVisible();
    const id = await page.evaluate(async () => {
      const people = (await (await fetch("/api/users")).json()) as { id: string; firstName: string }[];
      return people.find(({ firstName }) => firstName === "Inès")?.id;
    });
    const open = page.getByRole("button", { name: "Inviter Inès Moreau" });
    await open.click();
    const dialog = page.getByRole("dialog", { name: "Inviter Inès Moreau" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Envoyer l'invitation" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel("Adresse e-mail").fill("admin@diapason.example");
    await dialog.getByRole("button", { name: "Envoyer l'invitation" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Un compte existe déjà avec cette adresse e-mail.");
    await dialog.getByLabel("Adresse e-mail").fill("ines@example.org");
    await dialog.getByRole("button", { name: "Envoyer l'invitation" }).click();
    await expect(dialog.getByRole("status")).toHaveText("L'invitation part à ines@example.org.");
    await dialog.getByRole("button", { name: "Copier le lien d'invitation" }).click();
    await expect(dialog.getByRole("status")).toHaveText("Lien copié");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await expect(open).toBeFocused();
    await expect(row(page, "Inès Moreau")).toContainText("Invité");
    await expectAccessible(page);

    const ines = await openDevice({ viewport: PHONE });
    await ines.goto(link);
    await expect(ines.getByRole("heading", { name: "Créer un compte" })).toBeVisible();
    await expect(ines.getByLabel("Prénom", { exact: true })).toHaveValue("Inès");
    await expect(ines.getByLabel("Nom", { exact: true })).toHaveValue("Moreau");
    await expect(ines.getByLabel("Adresse e-mail")).toHaveValue("ines@example.org");
    await expect(ines.getByRole("checkbox", { name: "Voix", exact: true })).toBeChecked();
    await ines.getByLabel("Mot de passe", { exact: true }).fill("tilleul");
    await ines.getByLabel("Confirmer le mot de passe", { exact: true }).fill("tilleul");
    await ines.getByRole("button", { name: "Créer mon compte" }).click();
    await ines.waitForURL("**/select-group");
    const session = await ines.evaluate(async () => (await fetch("/api/auth/get-session")).json() as Promise<unknown>);
    expect(session).toMatchObject({ user: { id, firstName: "Inès", email: "ines@example.org" } });
    const memberships = await ines.evaluate(async () => (await fetch("/api/memberships")).json() as Promise<unknown>);
    expect(memberships).toEqual([{ groupId: "1", userId: id }]);
    await expect(row(page, "Inès Moreau").getByText("Invité")).toHaveCount(0);
  });
});
