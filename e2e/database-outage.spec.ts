import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { lookAgain, openProfile } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { returnAsMember, upcomingCards } from "#test/support/browser/visits.ts";
import { startPostgres, type TestPostgres } from "#test/support/postgres/start-postgres.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const UNAVAILABLE = "Le service est momentanément indisponible. Réessayez dans un instant.";

const test = base.extend<{ postgres: TestPostgres }>({
  postgres: async ({}, provide) => {
    const postgres = await startPostgres();
    await provide(postgres);
    await postgres.remove();
  },
  settings: ({ postgres }, provide) => provide({ DATABASE_URL: `${postgres.url}/postgres` }),
});

test("what was typed while the database was away stays, and is saved when it is back; nobody is signed out", async ({
  page,
  postgres,
}) => {
  await returnAsMember(page, YANNICK, { selectedGroup: "1" });
  await page.goto("/");
  const dialog = await openProfile(page);
  await dialog.getByLabel("Prénom", { exact: true }).fill("Yann");
  await postgres.stop();
  await lookAgain(page);
  const save = dialog.getByRole("button", { name: "Enregistrer", exact: true });
  await save.click();
  await expect(dialog.getByRole("alert").locator("p")).toHaveText(["Échec de la mise à jour du profil", UNAVAILABLE]);
  await expect(dialog.getByLabel("Prénom", { exact: true })).toHaveValue("Yann");
  await postgres.start();
  await save.click();
  await expect(dialog.getByText("Profil mis à jour avec succès")).toBeVisible();
});

test("an answer given while the database was away is made by itself when it is back, and is seen elsewhere", async ({
  page,
  openDevice,
  postgres,
}) => {
  await arriveAsAdmin(page, [CULTE]);
  const yannick = await openDevice();
  await arriveAsMember(yannick, YANNICK);
  await page.goto(`/events/${CULTE.id}`);
  await page.getByRole("list", { name: "Présents" }).waitFor({ state: "attached" });

  await postgres.stop();
  await upcomingCards(yannick).getByRole("button", { name: "Présent", exact: true }).click();
  await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
  await postgres.start();
  await expectUpToDate(yannick);
  await expect(page.getByRole("list", { name: "Présents" })).toContainText("Yannick Morel");
});
