import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { ELISE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { openMenu, openProfile } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { role } from "#test/support/browser/required-roles.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signInAsAdmin, upcomingCard } from "#test/support/browser/visits.ts";

const REHEARSAL = planned("2026-11-19", "19:30", "Répétition");

const PLANNINGS = [
  {
    planning: "a planning of one browser",
    arrive: async (page: Page) => {
      await returnAsAdmin(page, { events: [{ ...REHEARSAL, availability: [] }], selectedGroup: "1" });
      await page.goto("/");
    },
    screen: "a phone",
    viewport: { width: 360, height: 740 },
  },
  {
    planning: "a shared planning",
    arrive: (page: Page) => arriveAsAdmin(page, [{ ...REHEARSAL, availability: [] }]),
    screen: "a wide screen",
    viewport: { width: 1280, height: 800 },
  },
];

function list(page: Page): Locator {
  return page.getByRole("list", { name: "Services proposés" });
}

function row(page: Page, name: string): Locator {
  return list(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });
}

async function add(page: Page, name: string): Promise<void> {
  await field(page, "Nouveau service").fill(name);
  await button(page, "Ajouter le service").click();
  await expect(row(page, name)).toBeVisible();
}

test.use({ now: "2026-11-12T18:00:00Z" });

for (const { planning, arrive, screen, viewport } of PLANNINGS) {
  test.describe(`in ${planning}, on ${screen}`, () => {
    test.use({ viewport });
    test.beforeEach(({ page }) => arrive(page));

    test("a service of one's own is held, needed, renamed everywhere, hidden, and deleted", async ({ page }) => {
      await test.step("it is added on the page of the menu", async () => {
        await openMenu(page);
        await page.getByRole("link", { name: "Services", exact: true }).click();
        await expect(page.getByRole("heading", { name: "Services", exact: true, level: 1 })).toBeVisible();
        await expect(page).toHaveTitle("Services · Diapason");
        await expect(list(page).getByRole("listitem")).toHaveCount(14);
        await add(page, "Trompette");
        await expect(list(page).getByRole("listitem").last()).toContainText("Trompette");
        await expect(row(page, "Trompette")).toContainText("personne");
        await expect(field(page, "Nouveau service")).toBeFocused();
        await expect(field(page, "Nouveau service")).toHaveValue("");
        await expectAccessible(page, [viewport]);
      });
      await test.step("wrong names are refused beside the field", async () => {
        for (const [name, sentence] of [
          ["  ", "Le nom du service ne peut pas être vide"],
          ["trompette", "Ce service existe déjà"],
          ["guitare", "Ce service existe déjà"],
          ["x".repeat(41), "40 caractères au plus"],
        ] as const) {
          await field(page, "Nouveau service").fill(name);
          await button(page, "Ajouter le service").click();
          await expect(page.getByRole("alert")).toHaveText(sentence);
        }
      });
      await test.step("it is chosen in the profile", async () => {
        await openProfile(page);
        const dialog = page.getByRole("dialog", { name: "Modifier le profil" });
        await dialog.getByRole("checkbox", { name: "Trompette", exact: true }).check();
        await button(dialog, "Enregistrer").click();
        await expect(dialog.getByRole("status")).not.toBeEmpty();
        await page.keyboard.press("Escape");
        await expect(row(page, "Trompette")).toContainText("1 personne");
        await expect(button(page, "Supprimer Trompette")).toHaveCount(0);
      });
      await test.step("it is needed, and covered", async () => {
        await page.goto("/group");
        const roles = region(page, "Rôles nécessaires");
        await expect(roles.getByRole("checkbox")).toHaveCount(14);
        for (const name of ["Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur", "Lead"]) {
          await role(roles, name).uncheck();
        }
        await role(roles, "Trompette").check();
        await page.goto("/");
        await expect(upcomingCard(page, "Répétition")).toContainText("Manque : Trompette");
        await page.goto(`/events/${REHEARSAL.id}`);
        await region(page, "Ma disponibilité").getByRole("button", { name: "Présent", exact: true }).click();
        await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveText(/Trompette.*Couvert/s);
        await expect(region(page, "Peut-on jouer ?")).toContainText("Complet");
        await expectAccessible(page, [viewport]);
      });
      await test.step("it is renamed everywhere", async () => {
        await page.goto("/services");
        await button(page, "Renommer Trompette").click();
        await field(page, "Nouveau nom de Trompette").fill("Cornet");
        await button(page, "Enregistrer le nom").click();
        await expect(row(page, "Cornet")).toContainText("1 personne");
        await expect(button(page, "Renommer Cornet")).toBeFocused();
        await page.goto(`/events/${REHEARSAL.id}`);
        await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveText(/Cornet.*Couvert/s);
        await expect(region(page, "Équipe")).toContainText("Cornet");
      });
      await test.step("hidden, it stays with who holds it, and is offered no more", async () => {
        await page.goto("/services");
        await button(page, "Masquer Cornet").click();
        await expect(row(page, "Cornet")).toContainText("· masqué");
        await expect(button(page, "Proposer Cornet")).toBeFocused();
        await button(page, "Masquer Violon").click();
        await expect(row(page, "Violon")).toContainText("masqué");
        await expectAccessible(page, [viewport]);
        await page.goto("/group");
        const roles = region(page, "Rôles nécessaires");
        await expect(role(roles, "Cornet")).toBeChecked();
        await expect(role(roles, "Violon")).toHaveCount(0);
        await openProfile(page);
        const dialog = page.getByRole("dialog", { name: "Modifier le profil" });
        await expect(dialog.getByRole("checkbox", { name: "Cornet", exact: true })).toBeChecked();
        await expect(dialog.getByRole("checkbox", { name: "Violon", exact: true })).toHaveCount(0);
      });
      await test.step("what nobody needs is deleted in two steps", async () => {
        await page.goto("/services");
        await add(page, "Traduction");
        await button(page, "Supprimer Traduction").click();
        await button(page, "Confirmer la suppression").click();
        await expect(row(page, "Traduction")).toHaveCount(0);
        await expect(button(page, "Supprimer Cornet")).toHaveCount(0);
      });
    });
  });
}

test("whoever registers chooses from what is offered, without a call of its own", async ({ page, openDevice }) => {
  await returnAsAdmin(page);
  await page.goto("/services");
  await add(page, "Trompette");
  await button(page, "Masquer Violon").click();
  await expect(row(page, "Violon")).toContainText("masqué");
  const visitor = await openDevice();
  const calls: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  await visitor.goto("/register");
  const services = visitor.getByRole("group", { name: "Services" });
  await expect(services.getByRole("checkbox")).toHaveCount(14);
  await expect(services.getByRole("checkbox", { name: "Violon", exact: true })).toHaveCount(0);
  expect(calls.filter((url) => /services|config/.test(url))).toEqual([]);

  await test.step("hidden while it is chosen in an open form, it is refused, and the form offers what is left", async () => {
    await field(visitor, "Prénom").fill("Anna");
    await field(visitor, "Nom").fill("Petit");
    await field(visitor, "Adresse e-mail").fill("anna@example.org");
    await field(visitor, "Mot de passe").fill("double-croche");
    await field(visitor, "Confirmer le mot de passe").fill("double-croche");
    await services.getByRole("checkbox", { name: "Trompette", exact: true }).check();
    await services.getByRole("checkbox", { name: "Voix", exact: true }).check();
    await button(page, "Masquer Trompette").click();
    await expect(row(page, "Trompette")).toContainText("masqué");
    await button(visitor, "Créer mon compte").click();
    await expect(visitor.getByRole("alert")).toHaveText("Un de ces services n'est plus proposé : revoyez votre choix.");
    await expect(services.getByRole("checkbox", { name: "Trompette", exact: true })).toHaveCount(0);
    await expect(services.getByRole("checkbox", { name: "Voix", exact: true })).toBeChecked();
    await button(visitor, "Créer mon compte").click();
    await expect(visitor.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
  });
});

test("renamed while somebody without a connection registers for it, it is theirs by its new name", async ({
  page,
  openDevice,
}) => {
  await returnAsAdmin(page);
  await page.goto("/services");
  await add(page, "Trompette");
  const visitor = await openDevice();
  await visitor.goto("/register");
  await field(visitor, "Prénom").fill("Anna");
  await field(visitor, "Nom").fill("Petit");
  await field(visitor, "Adresse e-mail").fill("anna@example.org");
  await field(visitor, "Mot de passe").fill("double-croche");
  await field(visitor, "Confirmer le mot de passe").fill("double-croche");
  await visitor.getByRole("checkbox", { name: "Trompette", exact: true }).check();
  await visitor.context().setOffline(true);
  await button(visitor, "Créer mon compte").click();
  await expect(visitor.getByRole("alert")).toContainText("Le serveur ne répond pas.");
  await button(page, "Renommer Trompette").click();
  await field(page, "Nouveau nom de Trompette").fill("Cornet");
  await button(page, "Enregistrer le nom").click();
  await expect(row(page, "Cornet")).toBeVisible();
  await visitor.context().setOffline(false);
  await button(visitor, "Créer mon compte").click();
  await expect(visitor.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
  await openProfile(visitor);
  await expect(visitor.getByRole("checkbox", { name: "Cornet", exact: true })).toBeChecked();
});

test("a rename reaches the open pages of others, and a list of people takes the team's own services", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [{ ...REHEARSAL, availability: [] }]);
  await page.goto("/services");
  await add(page, "Trompette");
  const other = await openDevice();
  await returnAsMember(
    other,
    {
      firstName: "Anna",
      lastName: "Petit",
      email: "anna@example.org",
      password: "double-croche",
      services: ["Trompette"],
    },
    { selectedGroup: "1" },
  );
  await other.goto(`/events/${REHEARSAL.id}`);
  await region(other, "Ma disponibilité").getByRole("button", { name: "Présent", exact: true }).click();
  await expect(region(other, "Équipe")).toContainText("Trompette");
  await button(page, "Renommer Trompette").click();
  await field(page, "Nouveau nom de Trompette").fill("Cornet");
  await button(page, "Enregistrer le nom").click();
  await expect(region(other, "Équipe")).toContainText("Cornet");
  await expect(region(other, "Équipe")).not.toContainText("Trompette");
  await openProfile(other);
  await expect(other.getByRole("checkbox", { name: "Cornet", exact: true })).toBeChecked();

  await page.goto("/users/add");
  await page
    .getByLabel("Une personne par ligne : prénom ; nom ; adresse e-mail ; services")
    .fill("Paul ; Mercier ; ; cornet\nLéa ; Simon ; ; Cornnet");
  const preview = page.getByRole("table");
  await expect(preview).toContainText("Cornet");
  await expect(page.getByText(/Ligne 2/)).toContainText("Cornet");
  await button(page, "Ajouter 1 personne").click();
  await expect(page.getByRole("status").filter({ hasText: "1 personne ajoutée" })).toBeVisible();
  await page.goto("/services");
  await expect(row(page, "Cornet")).toContainText("2 personnes");
});

test("a profile opened on a page that is older than a service keeps that service, and offers it", async ({
  page,
  openDevice,
}) => {
  await returnAsMember(page, ELISE, { selectedGroup: "1" });
  await page.goto("/");
  await expect(region(page, "Calendrier")).toBeVisible();
  const admin = await openDevice();
  await signInAsAdmin(admin.request);
  for (const name of ["Harpe", "Orgue"]) {
    expect((await admin.request.post("/api/services", { data: { name } })).ok()).toBe(true);
  }
  const { firstName, lastName, services } = ELISE;
  const data = { firstName, lastName, positions: [...services, "Harpe"] };
  expect((await page.request.patch("/api/users/me", { data })).ok()).toBe(true);
  const dialog = await openProfile(page);
  await expect(dialog.getByRole("checkbox", { name: "Harpe", exact: true })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "Orgue", exact: true }).check();
  await button(dialog, "Enregistrer").click();
  await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
  const users: { positions: string[] }[] = await (await page.request.get("/api/users")).json();
  expect(users.map(({ positions }) => positions)).toContainEqual([...services, "Harpe", "Orgue"]);
});

test("a service that is chosen on another device while the profile is open is kept by saving the name", async ({
  page,
}) => {
  await arriveAsAdmin(page, []);
  const dialog = await openProfile(page);
  await dialog.getByLabel("Prénom").fill("Camilla");
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const { firstName, lastName, positions } = user as Record<"firstName" | "lastName", string> & { positions: string[] };
  expect(positions).not.toContain("DM");
  const data = { firstName, lastName, positions: [...positions, "DM"] };
  expect((await page.request.patch("/api/users/me", { data })).ok()).toBe(true);
  await expect(dialog.getByRole("checkbox", { name: "DM", exact: true })).toBeChecked();
  await expect(dialog.getByLabel("Prénom")).toHaveValue("Camilla");
  await button(dialog, "Enregistrer").click();
  await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
  const saved = await (await page.request.get("/api/auth/get-session")).json();
  expect(saved.user).toMatchObject({ firstName: "Camilla", positions: expect.arrayContaining([...positions, "DM"]) });
});

test("an answer that was asked for before a service was added does not take it away", async ({ page }) => {
  await returnAsAdmin(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    "**/api/config",
    async (route) => {
      const config: unknown = await (await route.fetch()).json();
      await held;
      await route.fulfill({ json: config });
    },
    { times: 1 },
  );
  const asked = page.waitForRequest("**/api/config");
  await page.goto("/services");
  await asked;
  await add(page, "Trompette");
  const answered = page.waitForResponse("**/api/config");
  release();
  await (await answered).finished();
  await button(page, "Masquer Violon").click();
  await expect(row(page, "Violon")).toContainText("masqué");
  await expect(row(page, "Trompette")).toBeVisible();
});

test("no member reaches the page", async ({ page }) => {
  await returnAsMember(page, {
    firstName: "Anna",
    lastName: "Petit",
    email: "anna@example.org",
    password: "double-croche",
    services: ["Voix"],
  });
  await page.goto("/services");
  await expect(page).not.toHaveURL(/services/);
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Services", exact: true })).toHaveCount(0);
});
