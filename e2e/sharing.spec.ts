import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./diapason.ts";
import { lookAgain } from "./menu.ts";
import { chooseGroup, type Person } from "./people.ts";
import { planned } from "./planned.ts";
import { expectUpToDate, SEED_GROUPS, share, sharePlanning, sharingRegion } from "./team-planning.ts";
import { openTab, returnAsAdmin, returnAsMember, storedText, upcomingCards } from "./visits.ts";

const NOT_SHARED = "Le planning n'est pas encore partagé avec l'équipe.";

const YANNICK: Person = {
  firstName: "Yannick",
  lastName: "Morel",
  email: "yannick@example.org",
  password: "double-croche",
  services: ["Batterie"],
};

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-18", "20:00", "Veillée", { groupId: "3" });
const CHOIR = { id: "k7mq2z", name: "Chorale" };

function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** Somebody's presence, as a browser stores it. */
function presenceOf(userId: string, userName: string) {
  return [{ userId, userName, position: "Batterie", status: "present" as const }];
}

test.describe("an admin shares this device's planning", () => {
  test("once it was said what goes and asked first, at once, in every tab, and told with what was left out", async ({
    page,
    openDevice,
  }) => {
    const { id } = await returnAsMember(await openDevice(), YANNICK);
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
    openDevice,
  }) => {
    await returnAsAdmin(page, { events: [CULTE] });
    await page.goto("/select-group");
    await button(sharingRegion(page), "Partager avec l'équipe").click();
    await sharePlanning(await openDevice(), [VEILLEE]);
    await button(page.getByRole("dialog"), "Partager").click();
    await expect(sharingRegion(page).getByRole("alert")).toContainText("Quelqu'un a partagé un planning entre-temps.");
    await expect(sharingRegion(page)).toContainText("1 groupe et 1 événement");
    await expect(button(page, "Soirée de prière")).toContainText("Veillée");
    await button(sharingRegion(page), "Ajouter au planning partagé").click();
    await expect(sharingRegion(page).getByRole("status")).toHaveText(
      "C'est ajouté : 0 groupe, 1 événement et 0 réponse.",
    );
    await expect(button(page, "Louange du dimanche")).toContainText("Culte");
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
    openDevice,
  }) => {
    const renamed = [{ id: "1", name: "Louange" }];
    await sharePlanning(await openDevice(), [VEILLEE]);
    await returnAsAdmin(page, { ...own, groups: [...renamed, CHOIR] });
    await page.goto("/select-group");
    await expect(sharingRegion(page)).toContainText(HOLDS);
    await button(sharingRegion(page), "Ajouter au planning partagé").click();
    await expect(sharingRegion(page).getByRole("status")).toHaveText(
      "C'est ajouté : 1 groupe, 2 événements et 0 réponse.",
    );
    await expect(sharingRegion(page)).not.toContainText("garde un planning");
    await expect(button(page, "Louange du dimanche")).toContainText("Culte");
    await expect(button(page, "Chorale")).toContainText("Culte");
    await page.reload();
    await expect(sharingRegion(page)).toContainText("Ce planning est partagé");
    await expect(sharingRegion(page)).not.toContainText("garde un planning");
  });

  test("saves it as a file", async ({ page, openDevice }) => {
    await sharePlanning(await openDevice(), []);
    await returnAsAdmin(page, own);
    await page.goto("/select-group");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(sharingRegion(page), "Télécharger").click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^diapason-planning-\d{4}-\d{2}-\d{2}\.json$/);
    const saved = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(saved).toEqual({ groups: [SEED_GROUPS[0], CHOIR], events: own.events, combinablePairs: {} });
    await expect(sharingRegion(page)).toContainText(HOLDS);
  });

  test("forgets it in two steps, which Annuler calls off; nothing is dropped before", async ({ page, openDevice }) => {
    await sharePlanning(await openDevice(), [VEILLEE]);
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
    await expect(button(page, "Soirée de prière")).toContainText("Veillée");
  });

  test("of a member can be saved and forgotten, and says that an admin can add it", async ({ page, openDevice }) => {
    await sharePlanning(await openDevice(), []);
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
