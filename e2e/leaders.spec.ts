import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE, ELISE, HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsMember, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const YOUTH = planned("2099-11-18", "20:00", "Veillée", { groupId: "2" });
const MONTH = "/?mois=2099-11";

/** A member of these groups, who looks at the first of them. */
async function arrive(page: Page, person: Person, ...groupIds: readonly string[]): Promise<string> {
  const [selectedGroup = "1"] = groupIds;
  const { id } = await returnAsMember(page, person, { selectedGroup });
  for (const groupId of groupIds) {
    expect((await page.request.put(`/api/groups/${groupId}/members/me`)).ok()).toBe(true);
  }
  return id;
}

async function name(admin: Page, userId: string, groupId: string): Promise<void> {
  expect((await admin.request.put(`/api/groups/${groupId}/leaders/${userId}`)).status()).toBe(204);
}

async function statusOf(request: APIRequestContext, method: string, path: string, data?: object): Promise<number> {
  return (await request.fetch(path, { method, ...(data && { data }) })).status();
}

function members(page: Page) {
  return region(page, "Membres du groupe").getByRole("listitem");
}

test("an admin names a leader, who reads it at once and may plan the group from then on, until it is taken back", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE, YOUTH]);
  const elise = await openDevice();
  await arrive(elise, ELISE, "1");
  await elise.goto("/group");
  await expect(members(elise)).toHaveText([/Élise Fontaine/]);
  await expect(elise.getByText("Responsable", { exact: true })).toHaveCount(0);
  await expect(region(elise, "Rappels")).toHaveCount(0);
  await expect(elise.getByRole("link", { name: "Ajouter des personnes" })).toHaveCount(0);
  await page.goto("/group");
  await button(page, "Nommer responsable Élise Fontaine").click();
  await expect(page.getByRole("status").filter({ hasText: "Élise Fontaine est responsable du groupe." })).toBeVisible();
  await expect(members(page)).toHaveText([/Élise Fontaine Responsable/]);
  await button(page, "Rejoindre ce groupe").click();
  await expect(members(page)).toHaveCount(2);
  const stars = await page.getByRole("button", { name: /responsab/ }).all();
  const lefts = await Promise.all(stars.map(async (star) => (await star.boundingBox())?.x));
  const own = "one's own row has no trash, and its star stands under the others";
  expect(lefts, own).toEqual([expect.any(Number), lefts[0]]);
  await button(page, "Quitter ce groupe").click();
  await expect(button(page, "Retirer la responsabilité de Élise Fontaine")).toBeVisible();
  await expectAccessible(page);
  await expect(elise.getByText("Responsable", { exact: true })).toBeVisible();
  for (const title of ["Rappels", "Rôles nécessaires", "Rôles combinables"]) {
    await expect(region(elise, title)).toBeVisible();
  }
  await expect(elise.getByRole("button", { name: /responsab/ })).toHaveCount(0);
  await expectAccessible(elise);
  await button(page, "Retirer la responsabilité de Élise Fontaine").click();
  await expect(elise.getByText("Responsable", { exact: true })).toHaveCount(0);
  await expect(region(elise, "Rappels")).toHaveCount(0);
});

test("two leaders plan their own groups, and never see each other's", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE, YOUTH]);
  const [elise, helene] = [await openDevice(), await openDevice()];
  await name(page, await arrive(elise, ELISE, "1"), "1");
  await name(page, await arrive(helene, HELENE, "2"), "2");
  for (const [leader, own, other] of [
    [elise, CULTE, YOUTH],
    [helene, YOUTH, CULTE],
  ] as const) {
    await leader.goto(MONTH);
    await expectUpToDate(leader);
    await expect(upcomingCard(leader, own.name)).toBeVisible();
    await expect(leader.getByText(other.name)).toHaveCount(0);
    await openMenu(leader);
    await expect(leader.getByRole("link", { name: "Mes absences" })).toBeVisible();
    for (const link of ["Gérer les utilisateurs", "Administration"]) {
      await expect(leader.getByRole("link", { name: link })).toHaveCount(0);
    }
    await leader.keyboard.press("Escape");
    await dayOf(leader, "2099-11-22").getByRole("button", { name: "Ajouter un événement le 22 novembre 2099" }).click();
    await field(leader, "Nom de l'événement").fill(`Répétition ${own.name}`);
    await field(leader, "Heure").selectOption("20:30");
    await field(leader, "Lieu").fill("Salle");
    await button(leader, "Créer l'événement").click();
    await expect(upcomingCard(leader, `Répétition ${own.name}`)).toBeVisible();
    for (const path of ["/users", "/administration"]) {
      await leader.goto(path);
      await expect(leader).toHaveURL("/");
    }
    await leader.goto("/select-group");
    await expect(leader.getByRole("heading", { name: "Choisir un groupe" })).toBeVisible();
    await expect(region(leader, "Gérer les groupes")).toHaveCount(0);
    // The other group's event, opened by its address, is read as every member reads it.
    await leader.goto(`/events/${other.id}`);
    await expect(leader.getByRole("heading", { name: other.name, level: 1 })).toBeVisible();
    await expect(region(leader, "Équipe")).toBeVisible();
    await expect(leader.getByRole("link", { name: "Modifier l'événement" })).toHaveCount(0);
    await expect(button(leader, "Supprimer l'événement")).toHaveCount(0);
    await leader.goto(`/events/${other.id}/edit`);
    await expect(leader).toHaveURL("/");
    await leader.goto(`/create-event?copy=${other.id}`);
    await expect(leader).toHaveURL("/");
    expect(await statusOf(leader.request, "DELETE", `/api/events/${other.id}`)).toBe(403);
    expect(await statusOf(leader.request, "GET", `/api/groups/${other.groupId}/reminders`)).toBe(403);
  }
  await elise.goto(MONTH);
  await expect(upcomingCard(elise, "Répétition Culte")).toBeVisible();
  await expect(elise.getByText("Répétition Veillée")).toHaveCount(0);
});

test("a leader edits, duplicates, answers for somebody, deletes and undoes as an admin does", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE]);
  const [elise, yannick] = [await openDevice(), await openDevice()];
  await name(page, await arrive(elise, ELISE, "1"), "1");
  await arrive(yannick, YANNICK, "1");
  await elise.goto(`/events/${CULTE.id}`);
  await expect(elise.getByRole("link", { name: "Dupliquer" })).toBeVisible();
  await button(elise, "Répondre pour Yannick Morel").click();
  await button(elise.getByRole("group", { name: /Yannick Morel/ }), "Présent").click();
  await expect(elise.getByRole("list", { name: "Présents" }).getByRole("listitem")).toContainText(["Yannick Morel"]);
  await expect(button(elise, "Retenir cette formation").or(region(elise, "Peut-on jouer ?"))).toBeVisible();
  await elise.getByRole("link", { name: "Modifier l'événement" }).click();
  await field(elise, "Lieu").fill("Chapelle");
  await button(elise, "Enregistrer les modifications").click();
  await expect(elise.getByText("Chapelle")).toBeVisible();
  await expectAccessible(elise);
  await button(elise, "Supprimer l'événement").click();
  await button(elise.getByRole("dialog"), "Supprimer").click();
  await elise.getByRole("status").getByRole("button", { name: "Annuler" }).click();
  await elise.goto(MONTH);
  await expect(upcomingCard(elise, "Culte")).toBeVisible();
});

test("a leader brings people into the groups that they lead, and no others are offered", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE]);
  const elise = await openDevice();
  const id = await arrive(elise, ELISE, "1", "2", "3");
  await name(page, id, "1");
  await name(page, id, "3");
  await elise.goto("/group");
  await elise.getByRole("link", { name: "Ajouter des personnes" }).click();
  await expect(elise.getByRole("heading", { name: "Ajouter des personnes", level: 1 })).toBeVisible();
  await expect(field(elise, "Groupe").getByRole("option")).toHaveText(["Louange du dimanche", "Soirée de prière"]);
  await field(elise, "Une personne par ligne : prénom ; nom ; adresse e-mail ; services").fill(
    "Paul ; Mercier ; ; Sono",
  );
  await button(elise, "Ajouter 1 personne").click();
  await expect(elise.getByRole("status").filter({ hasText: "Louange du dimanche" })).toBeVisible();
  await expectAccessible(elise);
  await button(elise, "Retour").click();
  await expect(members(elise)).toHaveText([/Élise Fontaine/, /Paul Mercier/]);
  // The server lets a leader complete members of the chosen group only.
  await elise.getByRole("link", { name: "Ajouter des personnes" }).click();
  await field(elise, "Une personne par ligne : prénom ; nom ; adresse e-mail ; services").fill(
    "Paul ; Mercier ; paul@example.org ; Sono",
  );
  await expect(region(elise, "Aperçu")).toContainText("complète la fiche de Paul Mercier");
  await field(elise, "Groupe").selectOption("Soirée de prière");
  await expect(region(elise, "Aperçu")).toContainText("il y a déjà Paul Mercier");
});

test("a leader who is removed with the form open is led away, and the server creates nothing", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE]);
  const elise = await openDevice();
  const id = await arrive(elise, ELISE, "1");
  await name(page, id, "1");
  await elise.goto("/create-event?date=2099-11-22");
  await field(elise, "Nom de l'événement").fill("Répétition");
  expect(await statusOf(page.request, "DELETE", `/api/groups/1/leaders/${id}`)).toBe(204);
  await expect(elise).toHaveURL("/");
  await expect(region(elise, "Calendrier")).toBeVisible();
  const event = { groupId: "1", name: "Répétition", date: "2099-11-22", time: "20:30", location: "Salle" };
  expect(await statusOf(elise.request, "POST", "/api/events", event)).toBe(403);
});

test("what a leader did offline is refused after their removal, and said", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE]);
  const elise = await openDevice();
  const id = await arrive(elise, ELISE, "1");
  await name(page, id, "1");
  await elise.goto(MONTH);
  await expectUpToDate(elise);
  const card = upcomingCard(elise, "Culte");
  const trash = card.getByRole("button", { name: "Supprimer l'événement Culte" });
  await expect(trash).toBeVisible();
  // The parts that the page keeps for when it is offline.
  await elise.waitForFunction(
    (parts) =>
      parts.every((part) => performance.getEntriesByType("resource").some(({ name: file }) => file.includes(part))),
    ["/assets/user-menu-content", "/assets/event-screen", "/assets/member-list"],
  );
  await elise.context().setOffline(true);
  await trash.click();
  await button(card, "Confirmer la suppression").click();
  await expect(card).toHaveCount(0);
  expect(await statusOf(page.request, "DELETE", `/api/groups/1/leaders/${id}`)).toBe(204);
  await elise.context().setOffline(false);
  await expect(elise.getByRole("alert").locator("p")).toHaveText([
    "« Culte » du 15 novembre n'a pas pu être supprimé",
    "Cette action est réservée aux administrateurs et aux responsables du groupe.",
  ]);
  await expect(card).toBeVisible();
  await expect(card.getByRole("button", { name: "Supprimer l'événement Culte" })).toHaveCount(0);
});

test("a member, and a leader of another group, who open /create-event are led to the dashboard", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE]);
  const camille = await openDevice();
  const id = await arrive(camille, CAMILLE, "1", "2");
  await name(page, id, "2");
  await camille.goto("/create-event");
  await expect(camille).toHaveURL("/");
  await expect(camille.getByRole("button", { name: /Ajouter un événement/ })).toHaveCount(0);
});
