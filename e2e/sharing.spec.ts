import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { lookAgain } from "#test/support/browser/menu.ts";
import { chooseGroup } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import {
  expectUpToDate,
  SEED_GROUPS,
  share,
  shareElsewhere,
  sharePlanning,
  sharingRegion,
} from "#test/support/browser/team-planning.ts";
import {
  openTab,
  returnAsAdmin,
  returnAsMember,
  signUp,
  storedText,
  upcomingCards,
} from "#test/support/browser/visits.ts";

const NOT_SHARED = "Le planning n'est pas encore partagé avec l'équipe.";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-18", "20:00", "Veillée", { groupId: "3" });
const CHOIR = { id: "k7mq2z", name: "Chorale" };

function groupRow(page: Page, name: string): Locator {
  return page.getByRole("listitem").filter({ has: button(page, name) });
}

/** A person's presence, as a browser stores it. */
function presenceOf(userId: string, userName: string) {
  return [{ userId, userName, position: "Batterie", status: "present" as const }];
}

test.describe("an admin shares this device's planning", () => {
  test("once it was said what goes and asked first, at once, in every tab, and told with what was left out", async ({
    page,
    request,
  }) => {
    const { id } = await signUp(request, YANNICK);
    const culte = {
      ...CULTE,
      availability: [...presenceOf(id, "Yannick Morel"), ...presenceOf("gone", "Ancien Membre")],
    };
    await returnAsAdmin(page, { events: [culte, VEILLEE], selectedGroup: "1" });
    await page.goto("/select-group");
    const other = await openTab(page, "/");
    await expect(sharingRegion(page)).toContainText("ce planning n'existe que sur cet appareil");
    await expect(sharingRegion(page)).toContainText("3 groupes et 2 événements seront partagés.");
    await expect(page.getByText("À jour")).toHaveCount(0);
    await button(sharingRegion(page), "Partager avec l'équipe").click();
    const dialog = page.getByRole("dialog", { name: "Partager ce planning avec l'équipe ?" });
    await expect(dialog).toContainText("3 groupes et 2 événements seront partagés.");
    await expect(button(dialog, "Annuler")).toBeFocused();
    await button(dialog, "Annuler").click();
    await expect(button(sharingRegion(page), "Partager avec l'équipe")).toBeFocused();
    await share(page);
    await expect(sharingRegion(page).getByRole("status")).toHaveText(
      "C'est partagé : 3 groupes, 2 événements et 1 réponse. 1 réponse n'a pas suivi : son auteur n'a plus de compte.",
    );
    await expect(sharingRegion(page)).toContainText("Ce planning est partagé");
    await expect(page.getByRole("heading", { name: "Partage" })).toBeFocused();
    await expect(button(page, "Oublier")).toHaveCount(0);
    await expectUpToDate(page);
    await expectUpToDate(other);
    await expect(upcomingCards(other)).toContainText(["Culte"]);
    await expect(upcomingCards(other)).toContainText(["Présents : Yannick Morel"]);
    await expect(upcomingCards(other)).not.toContainText(["Ancien Membre"]);
    for (const key of ["groups", "events"]) expect(await storedText(page, key)).toBeNull();
    await page.reload();
    await expect(sharingRegion(page)).toContainText("Ce planning est partagé");
    await expect(button(page, "Partager avec l'équipe")).toHaveCount(0);
    await expect(button(page, "Oublier")).toHaveCount(0);
  });

  test("a refusal is told in the dialog, changes nothing, and can be tried again", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE] });
    await page.goto("/select-group");
    await page.route("**/api/sharing", (route) => route.abort());
    await share(page);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert").locator("p")).toHaveText([
      "Le planning n'a pas pu être partagé",
      "Le serveur ne répond pas. Vérifiez votre connexion.",
    ]);
    expect(await storedText(page, "events")).toContain("Culte");
    await page.unroute("**/api/sharing");
    await button(dialog, "Partager").click();
    await expect(sharingRegion(page).getByRole("status")).toContainText("C'est partagé");
  });

  test("whose colleague was faster is told so, works on theirs, and keeps the own to add", async ({
    page,
    request,
  }) => {
    await returnAsAdmin(page, { events: [CULTE] });
    await page.goto("/select-group");
    await button(sharingRegion(page), "Partager avec l'équipe").click();
    await shareElsewhere(request, [VEILLEE]);
    await button(page.getByRole("dialog"), "Partager").click();
    await expect(sharingRegion(page).getByRole("alert")).toContainText("Quelqu'un a partagé un planning entre-temps.");
    await expect(sharingRegion(page)).toContainText("1 groupe et 1 événement");
    await expect(groupRow(page, "Soirée de prière")).toContainText("Veillée");
    await button(sharingRegion(page), "Ajouter au planning partagé").click();
    await expect(sharingRegion(page).getByRole("status")).toHaveText(
      "C'est ajouté : 0 groupe, 1 événement et 0 réponse.",
    );
    await expect(groupRow(page, "Louange du dimanche")).toContainText("Culte");
  });
});

test("a member reads that nothing is shared yet, then answers on the team's planning, seen without a reload", async ({
  page,
  openDevice,
}) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/select-group");
  const member = await openDevice();
  await returnAsMember(member, YANNICK);
  await member.goto("/select-group");
  await expect(member.getByText(NOT_SHARED)).toBeVisible();
  await expect(sharingRegion(member)).toHaveCount(0);
  await chooseGroup(member, "Louange du dimanche");
  await expect(member.getByText(NOT_SHARED)).toBeVisible();
  await share(page);
  await expectUpToDate(page);
  await page.goto("/");
  await lookAgain(member);
  await expect(upcomingCards(member)).toContainText(["Culte"]);
  await expect(member.getByText(NOT_SHARED)).toHaveCount(0);
  await button(upcomingCards(member), "Présent").click();
  await expect(upcomingCards(page)).toContainText(["Présents : Yannick Morel"]);
  await button(upcomingCards(member), "Absent").click();
  await expect(upcomingCards(page)).not.toContainText(["Présents : Yannick Morel"]);
  await member.goto("/select-group");
  await expect(button(member, "Louange du dimanche")).toBeVisible();
  await expect(sharingRegion(member)).toHaveCount(0);
});

test.describe("a device that still holds a planning of its own", () => {
  const own = { groups: [...SEED_GROUPS, CHOIR], events: [CULTE, { ...CULTE, id: "other", groupId: CHOIR.id }] };
  const HOLDS = "Cet appareil garde un planning qui n'est pas partagé : 2 groupes et 2 événements.";

  test("adds it to the shared one, in which nothing is replaced, and holds nothing any more", async ({
    page,
    request,
  }) => {
    const renamed = [{ id: "1", name: "Louange" }];
    await shareElsewhere(request, [VEILLEE]);
    await returnAsAdmin(page, { ...own, groups: [...renamed, CHOIR] });
    await page.goto("/select-group");
    await expect(sharingRegion(page)).toContainText(HOLDS);
    await button(sharingRegion(page), "Ajouter au planning partagé").click();
    await expect(sharingRegion(page).getByRole("status")).toHaveText(
      "C'est ajouté : 1 groupe, 2 événements et 0 réponse.",
    );
    await expect(sharingRegion(page)).not.toContainText("garde un planning");
    await expect(groupRow(page, "Louange du dimanche")).toContainText("Culte");
    await expect(groupRow(page, "Chorale")).toContainText("Culte");
    await page.reload();
    await expect(sharingRegion(page)).toContainText("Ce planning est partagé");
    await expect(sharingRegion(page)).not.toContainText("garde un planning");
  });

  test("saves it as a file", async ({ page, request }) => {
    await shareElsewhere(request, []);
    await returnAsAdmin(page, own);
    await page.goto("/select-group");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(sharingRegion(page), "Télécharger").click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^diapason-planning-\d{4}-\d{2}-\d{2}\.json$/);
    const saved = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(saved).toEqual({
      groups: [SEED_GROUPS[0], CHOIR],
      events: own.events,
      combinablePairs: {},
      requiredRoles: {},
    });
    await expect(sharingRegion(page)).toContainText(HOLDS);
  });

  test("forgets it in two steps, which Annuler calls off; nothing is dropped before", async ({ page, request }) => {
    await shareElsewhere(request, [VEILLEE]);
    await returnAsAdmin(page, own);
    await page.goto("/select-group");
    await button(sharingRegion(page), "Oublier").click();
    await button(sharingRegion(page), "Annuler").click();
    await page.reload();
    await expect(sharingRegion(page)).toContainText(HOLDS);
    await button(sharingRegion(page), "Oublier").click();
    await button(sharingRegion(page), "Confirmer la suppression").click();
    await expect(sharingRegion(page).getByRole("status")).toContainText("C'est oublié");
    expect(await storedText(page, "events")).toBeNull();
    await expect(groupRow(page, "Soirée de prière")).toContainText("Veillée");
  });

  test("of a member can be saved and forgotten, and says that an admin can add it", async ({ page, request }) => {
    await shareElsewhere(request, []);
    await returnAsMember(page, YANNICK, own);
    await page.goto("/select-group");
    await expect(sharingRegion(page)).toContainText(HOLDS);
    await expect(sharingRegion(page)).toContainText("Un administrateur peut l'ajouter");
    await expect(button(sharingRegion(page), "Télécharger")).toBeVisible();
    await expect(button(sharingRegion(page), "Ajouter au planning partagé")).toHaveCount(0);
    await button(sharingRegion(page), "Oublier").click();
    await button(sharingRegion(page), "Confirmer la suppression").click();
    await expect(sharingRegion(page).getByRole("status")).toContainText("C'est oublié");
    await page.reload();
    await expect(button(page, "Louange du dimanche")).toBeVisible();
    await expect(sharingRegion(page)).toHaveCount(0);
  });
});

test.describe("with sharing on from the first start", () => {
  test.use({ settings: { SHARING: "on" } });

  test("a fresh device finds the three groups, plans for everybody, and keeps nothing of its own", async ({
    page,
    openDevice,
  }) => {
    await returnAsAdmin(page);
    await page.goto("/select-group");
    for (const { name } of SEED_GROUPS) await expect(button(page, name)).toBeVisible();
    await expect(sharingRegion(page)).toContainText("Ce planning est partagé");
    await chooseGroup(page, "Louange du dimanche");
    await page.goto("/create-event?date=2099-11-15");
    await page.getByLabel("Nom de l'événement").fill("Culte");
    await page.getByLabel("Heure").selectOption("10:00");
    await page.getByLabel("Lieu").fill("Temple");
    await button(page, "Créer l'événement").click();
    await expect(page.getByRole("status").filter({ hasText: "« Culte » créé." })).toBeVisible();
    const member = await openDevice();
    await returnAsMember(member, YANNICK, { selectedGroup: "1" });
    await member.goto("/");
    await expect(upcomingCards(member)).toContainText(["Culte"]);
    for (const key of ["groups", "events"]) expect(await storedText(page, key)).toBeNull();
  });
});

test.describe("that nothing is shared yet", () => {
  const ONLY_HERE = "Ce planning n'existe encore que sur cet appareil";

  test("is said to an admin once on the dashboard, with the way to share, until it is read", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/");
    await expect(page.getByText(ONLY_HERE)).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Partager avec l'équipe", exact: true }).click();
    await expect(sharingRegion(page)).toBeVisible();
    await page.goBack();
    await button(page, "Fermer").click();
    await expect(page.getByText(ONLY_HERE)).toHaveCount(0);
    await page.reload();
    await expect(upcomingCards(page)).toContainText(["Culte"]);
    await expect(page.getByText(ONLY_HERE)).toHaveCount(0);
  });

  test("is said beside the invitation, and no more once it is shared", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/administration");
    const inviting = page.getByRole("region", { name: "Inviter", exact: true });
    await expect(inviting).toContainText(ONLY_HERE);
    await inviting.getByRole("link", { name: "Partager avec l'équipe", exact: true }).click();
    await share(page);
    await expectUpToDate(page);
    await page.goto("/");
    await expect(upcomingCards(page)).toContainText(["Culte"]);
    await expect(page.getByText(ONLY_HERE)).toHaveCount(0);
  });

  test("is over within seconds on a member's open page, which asks for nothing else meanwhile", async ({
    page,
    openDevice,
  }) => {
    const member = await openDevice();
    await returnAsMember(member, YANNICK, { selectedGroup: "1" });
    const calls: string[] = [];
    await member.goto("/");
    await expect(member.getByText(NOT_SHARED)).toBeVisible();
    member.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await member.waitForResponse("**/api/config");
    expect(calls).toEqual(["/api/config"]);
    await sharePlanning(page, [CULTE]);
    await expect(upcomingCards(member)).toContainText(["Culte"]);
    await expect(member.getByText(NOT_SHARED)).toHaveCount(0);
  });
});
