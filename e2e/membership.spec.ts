import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, region } from "#test/support/browser/locators.ts";
import { chooseGroup } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, share, sharingRegion, arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signUp, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const YOUTH = planned("2099-11-18", "20:00", "Veillée", { groupId: "2" });

function members(page: Page): Locator {
  return region(page, "Membres du groupe").getByRole("listitem");
}

/** The question whether to join, which a group asks on the first view. */
function question(page: Page): Locator {
  return region(page, "Rejoindre ce groupe ?");
}

test("whoever shares belongs to the group chosen then and to those where they answered, and is told how to go on", async ({
  page,
}) => {
  await returnAsAdmin(page, { events: [CULTE, YOUTH], selectedGroup: "1" });
  await page.goto(`/events/${YOUTH.id}`);
  await button(region(page, "Ma disponibilité"), "Présent").click();
  await expect(button(region(page, "Ma disponibilité"), "Présent")).toHaveAttribute("aria-pressed", "true");
  await page.goto("/select-group");
  await share(page);
  await expect(sharingRegion(page).getByRole("status")).toContainText("C'est partagé");
  await expect(sharingRegion(page)).toContainText(
    "Vous faites partie de « Louange du dimanche » et « Groupe de jeunes »",
  );
  await page.goto(`/events/${CULTE.id}`);
  const unanswered = page.getByRole("list", { name: "Sans réponse" }).getByRole("listitem");
  await expect(unanswered).toHaveText([/Admin Diapason/]);
  await page.goto("/");
  await expectUpToDate(page);
  await expect(question(page)).toHaveCount(0);
  await page.goto("/select-group");
  await chooseGroup(page, "Groupe de jeunes");
  await page.goto("/group");
  await expect(members(page)).toHaveText([/Admin Diapason/]);
});

test("after sharing, the way to invite the team is one press away", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/select-group");
  await share(page);
  await sharingRegion(page).getByRole("link", { name: "Inviter l'équipe", exact: true }).click();
  await expect(region(page, "Inviter")).toBeVisible();
  await expect(region(page, "Inviter")).not.toContainText("n'existe encore que sur cet appareil");
});

test("an admin who looks into a group is asked, and counted where they say so alone", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE, YOUTH], "/select-group");
  await chooseGroup(page, "Louange du dimanche");
  await expect(question(page)).toContainText("« Louange du dimanche »");
  await expectAccessible(page);
  await button(question(page), "Seulement regarder").click();
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await expectUpToDate(page);
  await expect(upcomingCards(page)).toContainText(["Culte"]);
  await expect(question(page)).toHaveCount(0);
  await page.goto("/select-group");
  await chooseGroup(page, "Groupe de jeunes");
  await button(question(page), "Rejoindre").click();
  await expect(page.getByRole("status").filter({ hasText: "Vous faites partie de ce groupe." })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.goto("/group");
  await expect(members(page)).toHaveText([/Admin Diapason/]);
});

test("a member's first group is joined by choosing it, another one asks, and expects nobody who only looks", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [CULTE, YOUTH], "/group");
  const yannick = await openDevice();
  await returnAsMember(yannick, YANNICK);
  await yannick.goto("/select-group");
  await chooseGroup(yannick, "Louange du dimanche");
  await expect(members(page)).toHaveText([/Yannick Morel/]);
  await expect(question(yannick)).toHaveCount(0);
  await yannick.goto("/select-group");
  await chooseGroup(yannick, "Groupe de jeunes");
  await button(question(yannick), "Seulement regarder").click();
  await yannick.goto(`/events/${YOUTH.id}`);
  const team = region(yannick, "Équipe");
  await expect(team).toContainText("Personne ne fait encore partie de ce groupe");
  await expect(team.getByRole("list", { name: "Sans réponse" }).getByRole("listitem")).toHaveCount(0);
});

test("who leaves a group is not asked at once to join it again", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE, YOUTH]);
  const yannick = await openDevice();
  await returnAsMember(yannick, YANNICK);
  await yannick.goto("/select-group");
  await chooseGroup(yannick, "Louange du dimanche");
  await yannick.goto("/group");
  await button(yannick, "Quitter ce groupe").click();
  await expect(button(yannick, "Rejoindre ce groupe")).toBeVisible();
  await yannick.goto("/");
  await expect(upcomingCards(yannick)).toContainText(["Culte"]);
  await expect(question(yannick)).toHaveCount(0);
});

test("an admin adds registered people to a group, who are expected there at once, and takes it back", async ({
  page,
  openDevice,
  request,
}) => {
  const helene = await openDevice();
  await returnAsMember(helene, HELENE);
  await signUp(request, YANNICK);
  await arriveAsAdmin(page, [CULTE, YOUTH], "/group");
  const select = region(page, "Membres du groupe").getByLabel("Ajouter au groupe");
  await button(page, "Ajouter").click();
  await expect(select).toHaveAccessibleDescription("Choisissez d'abord une personne");
  await expectAccessible(page);
  await select.selectOption("Hélène Brunet (Lead, Piano)");
  await button(page, "Ajouter").click();
  await expect(members(page)).toHaveText([/Hélène Brunet/]);
  await expect(select.getByRole("option", { name: /Hélène/ })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Hélène Brunet fait partie du groupe." })).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Annuler" }).click();
  await expect(members(page)).toHaveCount(0);
  await select.selectOption("Hélène Brunet (Lead, Piano)");
  await button(page, "Ajouter").click();
  await expect(members(page)).toHaveText([/Hélène Brunet/]);
  await helene.goto("/select-group");
  await chooseGroup(helene, "Louange du dimanche");
  await expect(upcomingCards(helene)).toContainText(["Culte"]);
  await expect(question(helene)).toHaveCount(0);
  await page.goto("/administration");
  await expect(region(page, "Journal")).toContainText("a ajouté Hélène Brunet au groupe « Louange du dimanche »");
});

test("the list of users says to which groups each person belongs", async ({ page, openDevice, request }) => {
  const helene = await openDevice();
  const { id } = await returnAsMember(helene, HELENE);
  await signUp(request, YANNICK);
  await arriveAsAdmin(page, [CULTE, YOUTH], "/users");
  const row = (name: string) =>
    page.getByRole("list", { name: "Utilisateurs" }).getByRole("listitem").filter({ hasText: name });
  await expect(row("Hélène Brunet")).toContainText("Aucun groupe");
  for (const groupId of ["2", "1"]) {
    expect((await page.request.put(`/api/groups/${groupId}/members/${id}`)).status()).toBe(200);
  }
  await page.reload();
  await expect(row("Hélène Brunet")).toContainText("Groupes : Louange du dimanche et Groupe de jeunes");
  await expect(row("Yannick Morel")).toContainText("Aucun groupe");
});

test("while the planning is this browser's own, the list of users tells of no group", async ({ page }) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/users");
  await expect(page.getByRole("list", { name: "Utilisateurs" })).toContainText("Admin Diapason");
  await expect(page.getByRole("list", { name: "Utilisateurs" })).not.toContainText("groupe");
});

test("an empty group says that nobody belongs to it and what to do, not that everybody has answered", async ({
  page,
  openDevice,
  request,
}) => {
  await signUp(request, HELENE);
  await arriveAsAdmin(page, [CULTE, YOUTH], `/events/${CULTE.id}`);
  const team = region(page, "Équipe");
  await expect(team).toContainText("Personne ne fait encore partie de ce groupe");
  await expect(team).not.toContainText("Tout le monde a répondu");
  await expect(team).not.toContainText(/Sans réponse\s*0/);
  await expectAccessible(page);
  await team.getByRole("link", { name: "Ajouter des personnes" }).click();
  await expect(region(page, "Membres du groupe")).toContainText("Personne n'a encore rejoint ce groupe.");
  await expect(region(page, "Membres du groupe")).toContainText("Ajoutez-y ci-dessous les personnes");
  await expect(region(page, "Sans réponse")).toContainText("Personne ne fait encore partie de ce groupe");
  await test.step("and to a member how to belong to it", async () => {
    const member = await openDevice();
    await returnAsMember(member, YANNICK, { selectedGroup: "1" });
    await member.goto(`/events/${CULTE.id}`);
    await region(member, "Équipe").getByRole("link", { name: "Voir le groupe" }).click();
    await expect(region(member, "Membres du groupe")).toContainText("Rejoignez-le si vous en faites partie");
    await expect(button(member, "Rejoindre ce groupe")).toBeVisible();
  });
});

test("where nobody of the group holds a role, registered people who do are named, and can be added", async ({
  page,
  request,
}) => {
  await signUp(request, HELENE);
  await arriveAsAdmin(page, [CULTE, YOUTH], `/events/${CULTE.id}`);
  const verdict = region(page, "Peut-on jouer ?");
  await expect(verdict).toContainText("Hors de portée");
  await expect(verdict).toContainText(
    "Hélène Brunet (Lead et Piano) et Admin Diapason (Sono) ont un compte et pourraient rejoindre ce groupe.",
  );
  await expect(verdict).toContainText(
    "personne n'a encore choisi Batterie, Bass, Guitare ni Pasteur parmi ses services",
  );
  await verdict.getByRole("link", { name: "Ajouter des personnes" }).click();
  await expect(region(page, "Membres du groupe").getByLabel("Ajouter au groupe")).toBeVisible();
});
