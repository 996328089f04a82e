import type { Locator, Page } from "@playwright/test";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import {
  dayOf,
  openTab,
  returnAsAdmin,
  returnAsMember,
  storedEvents,
  upcomingCard,
} from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte", { availability: everybody(3) });
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const ADOS = planned("2099-11-28", "19:00", "Soirée ados", { groupId: "2" });

/** The toast that reports a deletion and offers to undo it. */
function offer(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

async function deleteFromList(page: Page, name: string): Promise<void> {
  await button(upcomingCard(page, name), `Supprimer l'événement ${name}`).click();
  await button(upcomingCard(page, name), "Confirmer la suppression").click();
  await expect(upcomingCard(page, name)).toHaveCount(0);
}

async function deleteGroup(page: Page, name: string): Promise<void> {
  const region = page.getByRole("region", { name: "Gérer les groupes" });
  await region.getByLabel("Groupe à supprimer").selectOption(name);
  await button(region, "Supprimer le groupe").click();
  await button(region, "Confirmer la suppression").click();
}

function groupNames(page: Page): Locator {
  return page.getByRole("main").getByRole("list").first().getByRole("button");
}

async function sortedEvents(page: Page) {
  return (await storedEvents(page)).toSorted((a, b) => a.id.localeCompare(b.id));
}

test.describe("in a planning of one browser", () => {
  test.beforeEach(({ page }) => returnAsAdmin(page, { events: [CULTE, VEILLEE, ADOS], selectedGroup: "1" }));

  test("an event that was deleted from the list comes back with its answers, in every tab", async ({ page }) => {
    await page.goto("/");
    const before = await sortedEvents(page);
    const other = await openTab(page, "/");
    await deleteFromList(page, "Culte");
    await expect(upcomingCard(other, "Culte")).toHaveCount(0);
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Personne 0, Personne 1, Personne 2");
    await expect(upcomingCard(other, "Culte")).toContainText("Personne 2");
    await expect(offer(page, "« Culte » restauré.")).toBeVisible();
    expect(await sortedEvents(page)).toEqual(before);
  });

  test("an event that was deleted from the calendar comes back to its day", async ({ page }) => {
    await page.clock.setFixedTime("2099-11-12T18:00:00Z");
    await page.goto("/");
    const day = dayOf(page, "2099-11-15");
    await day.hover();
    await button(day, "Supprimer l'événement Culte").click();
    await button(day, "Confirmer la suppression").click();
    await expect(day.getByRole("link")).toHaveCount(0);
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(day.getByRole("link")).toHaveText(/10:00.*Culte/);
  });

  test("an event that was deleted on its page comes back from the dashboard, where one is then", async ({ page }) => {
    await page.goto(`/events/${CULTE.id}`);
    await button(page, "Supprimer l'événement").click();
    const dialog = page.getByRole("dialog", { name: "Supprimer « Culte » ?" });
    await expect(dialog).toContainText("Les 3 réponses de l'équipe partent avec lui.");
    await expect(dialog).toContainText("Vous aurez 10 secondes pour annuler.");
    await expect(dialog).not.toContainText(/perdu|définitiv/);
    await expect(dialog.getByRole("button")).toHaveText(["Annuler", "Supprimer"]);
    await button(dialog, "Supprimer").click();
    await expect(page).toHaveURL("/");
    await expect(upcomingCard(page, "Culte")).toHaveCount(0);
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Personne 2");
  });

  test("a group that was deleted comes back in its place, with its events, from whatever screen", async ({ page }) => {
    await page.goto("/select-group");
    const before = await sortedEvents(page);
    await deleteGroup(page, "Louange du dimanche");
    await expect(groupNames(page)).toHaveText([/Groupe de jeunes/, /Soirée de prière/]);
    expect(await sortedEvents(page)).toEqual([ADOS]);
    // Only one « Annuler » at a time: that of the open question.
    await page.getByLabel("Groupe à supprimer").selectOption("Groupe de jeunes");
    await button(page, "Supprimer le groupe").click();
    await button(page, "Annuler").click();
    await button(page, "Groupe de jeunes").click();
    await button(offer(page, "« Louange du dimanche » supprimé par erreur ?"), "Annuler").click();
    await expect(offer(page, "Groupe « Louange du dimanche » restauré.")).toBeVisible();
    await button(page, "Retour").click();
    await expect(groupNames(page)).toHaveText([/Louange du dimanche/, /Groupe de jeunes/, /Soirée de prière/]);
    expect(await sortedEvents(page)).toEqual(before);
  });

  test("the way back steps aside where a form has one of its own, and is there again after it", async ({ page }) => {
    await page.goto("/");
    await deleteFromList(page, "Culte");
    await page
      .getByRole("button", { name: /^Ajouter un événement le/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Créer un événement");
    await button(page, "Annuler").click();
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Personne 2");
  });

  test("the way back is offered for ten seconds, and for longer to who is about to take it", async ({ page }) => {
    await page.clock.install({ time: "2099-11-12T18:00:00Z" });
    await page.goto("/");
    await deleteFromList(page, "Culte");
    const toast = offer(page, "« Culte » supprimé.");
    await page.clock.runFor(9_000);
    await button(toast, "Annuler").focus();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.keyboard.press("Tab");
    await page.clock.runFor(1_500);
    await expect(toast).toHaveCount(0);
    expect(await sortedEvents(page)).toEqual([VEILLEE, ADOS]);
  });

  test("what cannot be taken back is told where one looks, and can be tried again", async ({ page }) => {
    await page.goto("/");
    await deleteFromList(page, "Culte");
    await page.evaluate(() => {
      const write = localStorage.setItem.bind(localStorage);
      Storage.prototype.setItem = (key, value) => {
        if (document.body.dataset["storage"] !== "free") throw new DOMException("full", "QuotaExceededError");
        write(key, value);
      };
    });
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    const failure = page.getByRole("alert");
    await expect(failure).toContainText(
      "« Culte » n'a pas pu être restauré. L'espace de stockage de ce navigateur est plein ou bloqué.",
    );
    await page.evaluate(() => (document.body.dataset["storage"] = "free"));
    await button(failure, "Réessayer").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Personne 2");
    expect(await storedEvents(page)).toHaveLength(3);
  });
});

test.describe("in a shared planning", () => {
  /** An admin and a member of the first group view its dashboard, each on their own device. */
  async function arrive(page: Page, yannick: Page): Promise<void> {
    await arriveAsAdmin(page, [{ ...CULTE, availability: [] }, VEILLEE]);
    await returnAsMember(yannick, YANNICK, { selectedGroup: "1" });
    await yannick.goto("/");
    await button(upcomingCard(yannick, "Culte"), "Présent").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
  }

  test("an event goes and comes back, answers and all, on the screens of its group without a reload", async ({
    page,
    openDevice,
  }) => {
    const [yannick, helene] = [await openDevice(), await openDevice()];
    await arrive(page, yannick);
    await returnAsMember(helene, HELENE, { selectedGroup: "2" });
    expect((await helene.request.put("/api/groups/2/members/me")).ok()).toBe(true);
    await helene.goto("/");
    await expectUpToDate(helene);
    const read: string[] = [];
    helene.on("request", (request) => read.push(new URL(request.url()).pathname));
    await deleteFromList(page, "Culte");
    await expect(upcomingCard(yannick, "Culte")).toHaveCount(0);
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
    await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Yannick Morel");
    await expect(button(upcomingCard(yannick, "Culte"), "Présent")).toHaveAttribute("aria-pressed", "true");
    // Only members of the group are notified, so other pages reload nothing.
    expect((await page.request.patch("/api/groups/2", { data: { name: "Ados" } })).ok()).toBe(true);
    await expect(helene.getByRole("banner")).toContainText("Ados");
    expect(read.filter((path) => /^\/api\/(events|groups)/.test(path))).toEqual([]);
  });

  test("the dialog says that the bin keeps an event for 30 days", async ({ page, openDevice }) => {
    await arrive(page, await openDevice());
    await page.goto(`/events/${CULTE.id}`);
    await button(page, "Supprimer l'événement").click();
    const dialog = page.getByRole("dialog", { name: "Supprimer « Culte » ?" });
    await expect(dialog).toContainText("La réponse d'une personne part avec lui.");
    await expect(dialog).toContainText(
      "Vous pourrez annuler aussitôt, ou le restaurer pendant 30 jours depuis la corbeille, dans Administration.",
    );
  });

  test("an event that somebody looks at goes and comes back under their eyes", async ({ page, openDevice }) => {
    const yannick = await openDevice();
    await arrive(page, yannick);
    await upcomingCard(yannick, "Culte").getByRole("link").click();
    await deleteFromList(page, "Culte");
    await expect(yannick.getByText("Événement non trouvé.")).toBeVisible();
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(yannick.getByRole("heading", { level: 1 })).toHaveText("Culte");
    await expect(yannick.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveText([/Yannick Morel/]);
  });

  test("a group goes and comes back with its events, on every screen", async ({ page, openDevice }) => {
    const yannick = await openDevice();
    await arrive(page, yannick);
    await page.goto("/select-group");
    await deleteGroup(page, "Louange du dimanche");
    await expect(yannick.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
    await expect(groupNames(yannick)).toHaveText([/Groupe de jeunes/, /Soirée de prière/]);
    await button(offer(page, "« Louange du dimanche » supprimé par erreur ?"), "Annuler").click();
    await expect(groupNames(yannick)).toHaveText([/Louange du dimanche/, /Groupe de jeunes/, /Soirée de prière/]);
    await button(yannick, "Louange du dimanche").click();
    await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Yannick Morel");
  });

  test("offline, a deletion that waits is taken back too; both are sent on return, in order", async ({
    page,
    openDevice,
  }) => {
    const yannick = await openDevice();
    await arrive(page, yannick);
    await page.context().setOffline(true);
    await deleteFromList(page, "Culte");
    await button(offer(page, "« Culte » supprimé."), "Annuler").click();
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const restored = page.waitForResponse((response) => response.url().endsWith("/restoration"));
    await page.context().setOffline(false);
    expect((await restored).status()).toBe(200);
    await expectUpToDate(page);
    const path = `/api/events/${encodeURIComponent(CULTE.id)}`;
    expect(sent.slice(-2)).toEqual([`DELETE ${path}`, `POST ${path}/restoration`]);
    await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Yannick Morel");
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
