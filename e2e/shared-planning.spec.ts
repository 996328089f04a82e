import type { Locator, Page, Request } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { menuButton, openMenu } from "#test/support/browser/menu.ts";
import { chooseGroup, signIn } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { countStoredCopies } from "#test/support/browser/stored-copies.ts";
import {
  expectUpToDate,
  sharingRegion,
  shareElsewhere,
  arriveAsAdmin,
  arriveAsMember,
} from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signUp, storedText, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

/** Lazy parts that may be needed offline. The page preloads them if no service worker stores them. */
const KEPT_PARTS = ["user-menu-content", "event-screen", "group-screen", "member-list"];

/** Cuts this device off the server until `setOffline(false)`. */
async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction((parts) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return parts.every((part) => loaded.some((name) => name.includes(`/assets/${part}`)));
  }, KEPT_PARTS);
  await page.context().setOffline(true);
}

/** See countStoredCopies. */
async function storedCopies(page: Page, what: "reads" | "people", word: string): Promise<number> {
  return page.evaluate(countStoredCopies, [what, word] as const);
}

function members(page: Page): Locator {
  return page.getByRole("region", { name: "Membres du groupe", exact: true });
}

test.describe("who belongs to a group", () => {
  test("members who choose or join it, until they leave or are removed", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK);
    await yannick.goto("/select-group");
    await chooseGroup(yannick, "Louange du dimanche");
    await page.getByRole("banner").getByRole("link", { name: "Louange du dimanche" }).click();
    await expect(page).toHaveURL("/group");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Louange du dimanche");
    await expect(page).toHaveTitle("Louange du dimanche · Diapason");
    await expect(members(page).getByRole("listitem")).toHaveText([/Yannick Morel\s*Batterie/]);
    await button(members(page), "Rejoindre ce groupe").click();
    await expect(members(page).getByRole("listitem")).toHaveText([/Admin Diapason\s*Sono/, /Yannick Morel/]);
    await expect(button(members(page), "Retirer Admin Diapason du groupe")).toHaveCount(0);
    await yannick.goto("/group");
    await expect(members(yannick).getByRole("listitem")).toHaveCount(2);
    await expect(members(yannick).getByRole("button")).toHaveText(["Quitter ce groupe"]);
    await button(members(yannick), "Quitter ce groupe").click();
    await expect(members(page).getByRole("listitem")).toHaveText([/Admin Diapason/]);
    await yannick.getByRole("status").getByRole("button", { name: "Annuler" }).click();
    await expect(members(page).getByRole("listitem")).toHaveCount(2);
    await button(members(page), "Retirer Yannick Morel du groupe").click();
    await button(members(page), "Annuler").click();
    await button(members(page), "Retirer Yannick Morel du groupe").click();
    await button(members(page), "Confirmer la suppression").click();
    await expect(members(page).getByRole("listitem")).toHaveText([/Admin Diapason/]);
    await expect(button(members(yannick), "Rejoindre ce groupe")).toBeVisible();
  });

  test("and is asked for an answer: an event lists its group's members, not everybody, as unanswered", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const helene = await openDevice();
    await arriveAsMember(helene, HELENE);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK);
    await yannick.goto("/select-group");
    await chooseGroup(yannick, "Louange du dimanche");
    await page.goto(`/events/${CULTE.id}`);
    const unanswered = page.getByRole("list", { name: "Sans réponse" }).getByRole("listitem");
    await expect(unanswered).toHaveText([/Yannick Morel/]);
    await yannick.goto(`/events/${CULTE.id}`);
    await button(yannick.getByRole("region", { name: "Ma disponibilité" }), "Présent").click();
    await expect(unanswered).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveText([/Yannick Morel/]);
    await button(upcomingCard(helene, "Culte"), "Absent").click();
    await expect(page.getByRole("list", { name: "Absents" }).getByRole("listitem")).toHaveText([/Hélène Brunet/]);
    await page.goto("/group");
    await expect(members(page).getByRole("listitem")).toHaveText([/Hélène Brunet/, /Yannick Morel/]);
  });

  test("members whose services change are shown with them, without a reload", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK);
    await yannick.goto("/select-group");
    await chooseGroup(yannick, "Louange du dimanche");
    await page.goto("/group");
    await expect(members(page).getByRole("listitem")).toHaveText([/Yannick Morel\s*Batterie/]);
    const { firstName, lastName } = YANNICK;
    const changed = { firstName, lastName, positions: ["Bass", "Sono"] };
    expect((await yannick.request.patch("/api/users/me", { data: changed })).ok()).toBe(true);
    await expect(members(page).getByRole("listitem")).toHaveText([/Yannick Morel\s*Bass, Sono/]);
  });

  test("members whose services change while a page without data opens are shown with them", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK);
    await yannick.goto("/select-group");
    await chooseGroup(yannick, "Louange du dimanche");
    // As where the server could not read the data in time.
    await page.route("**/group", (route) => route.fulfill({ path: "dist/client/index.html" }));
    const connection = Promise.withResolvers<undefined>();
    await page.route("**/api/changes*", async (route) => {
      await connection.promise;
      await route.continue();
    });
    await page.goto("/group");
    await expect(members(page).getByRole("listitem")).toHaveText([/Yannick Morel\s*Batterie/]);
    const { firstName, lastName } = YANNICK;
    const changed = { firstName, lastName, positions: ["Bass", "Sono"] };
    expect((await yannick.request.patch("/api/users/me", { data: changed })).ok()).toBe(true);
    connection.resolve(undefined);
    await expect(members(page).getByRole("listitem")).toHaveText([/Yannick Morel\s*Bass, Sono/]);
  });

  test("not an admin who only opens it", async ({ page }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    await page.goto("/select-group");
    await chooseGroup(page, "Groupe de jeunes");
    await page.goto("/group");
    await expect(members(page)).toContainText("Personne n'a encore rejoint ce groupe.");
    await expect(button(members(page), "Rejoindre ce groupe")).toBeVisible();
  });

  test("everybody in a local planning, where nobody can join or leave", async ({ page, request }) => {
    await signUp(request, YANNICK);
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/group");
    await expect(members(page).getByRole("listitem")).toHaveText([/Admin Diapason/, /Yannick Morel/]);
    await expect(members(page)).toContainText("il n'y a rien à rejoindre ni à quitter");
    await expect(members(page).getByRole("button")).toHaveCount(0);
  });
});

test("a group's page needs a group", async ({ page }) => {
  await returnAsMember(page, YANNICK);
  await page.goto("/group");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choisir un groupe");
});

/** Makes the page believe that its tab is hidden, or visible again. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );
}

test("a hidden tab has no stream, and shows what it missed once it is looked at", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE]);
  const yannick = await openDevice();
  const open = new Set<Request>();
  yannick.on("request", (request) => request.url().includes("/api/changes") && open.add(request));
  yannick.on("requestfinished", (request) => open.delete(request));
  yannick.on("requestfailed", (request) => open.delete(request));
  await arriveAsMember(yannick, YANNICK);
  // Who belongs to no group hears of none: an answer joins.
  const joined = yannick.waitForResponse((response) => response.url().endsWith("/availability"));
  await button(upcomingCard(yannick, "Culte"), "Absent").click();
  await joined;
  await expect.poll(() => open.size).toBe(1);
  await setHidden(yannick, true);
  await expect.poll(() => open.size).toBe(0);
  await button(upcomingCard(page, "Culte"), "Présent").click();
  await expect(upcomingCard(page, "Culte")).toContainText("Présents : Admin Diapason");
  await setHidden(yannick, false);
  await expect(upcomingCard(yannick, "Culte")).toContainText("Présents : Admin Diapason");
  expect(open.size).toBe(1);
  await setHidden(yannick, true);
  await yannick.context().setOffline(true);
  await setHidden(yannick, false);
  await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
});

test.describe("offline", () => {
  test("the strip says so and counts unsent answers, which are sent when the connection is back", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await arriveAsMember(yannick, YANNICK);
    await expect(yannick.getByText("Hors ligne")).toHaveCount(0);
    await goOffline(yannick);
    await button(upcomingCard(yannick, "Culte"), "Présent").click();
    await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
    await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
    await expect(yannick.getByText("À jour")).toHaveCount(0);
    await button(upcomingCard(yannick, "Veillée"), "Absent").click();
    await expect(yannick.getByText("2 réponses en attente", { exact: true })).toBeVisible();
    await expect(button(upcomingCard(yannick, "Veillée"), "Absent")).toHaveAttribute("aria-pressed", "true");
    await yannick.context().setOffline(false);
    await expectUpToDate(yannick);
    await expect(yannick.getByText("Hors ligne")).toHaveCount(0);
    await expect(yannick.getByText("en attente")).toHaveCount(0);
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
  });

  test("a late refusal of an answer names the deleted event and the reason, until it is dismissed", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await arriveAsMember(yannick, YANNICK);
    await goOffline(yannick);
    for (const name of ["Culte", "Veillée"]) await button(upcomingCard(yannick, name), "Présent").click();
    await expect(yannick.getByText("2 réponses en attente")).toBeVisible();
    // The card disappears before the server has deleted the event: wait for the server.
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await button(upcomingCard(page, "Culte"), "Supprimer l'événement Culte").click();
    await button(upcomingCard(page, "Culte"), "Confirmer la suppression").click();
    await expect(upcomingCard(page, "Culte")).toHaveCount(0);
    await deleted;
    await yannick.context().setOffline(false);
    const notice = yannick.getByRole("alert");
    await expect(notice.locator("p")).toHaveText([
      "Votre réponse « Présent » pour « Culte » du 15 novembre n'a pas pu être prise en compte",
      "Cet événement a été supprimé entre-temps.",
    ]);
    await expect(upcomingCard(yannick, "Culte")).toHaveCount(0);
    await expect(upcomingCard(page, "Veillée")).toContainText("Présents : Yannick Morel");
    await yannick.reload();
    await expect(notice).toHaveCount(1);
    await button(yannick, "J'ai compris").click();
    await expect(notice).toHaveCount(0);
    await yannick.reload();
    await expectUpToDate(yannick);
    await expect(notice).toHaveCount(0);
  });

  test("signing out with unsent answers asks first; only the next sign-in of the same user sends them", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const device = await openDevice();
    await arriveAsMember(device, YANNICK);
    await goOffline(device);
    await button(upcomingCard(device, "Culte"), "Présent").click();
    await expect(device.getByText("1 réponse en attente")).toBeVisible();
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    const dialog = device.getByRole("dialog", { name: "Se déconnecter maintenant ?" });
    await expect(dialog).toContainText("1 réponse n'a pas encore été envoyée.");
    await button(dialog, "Rester connecté").click();
    await expect(dialog).toHaveCount(0);
    await expect(menuButton(device)).toBeFocused();
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    await button(dialog, "Se déconnecter quand même").click();
    await device.waitForURL("**/login");
    // The end of the session must still reach the server; the next sign-in in this browser waits for it.
    const ended = device.waitForResponse("**/api/auth/sign-out");
    await device.context().setOffline(false);
    await ended;
    await returnAsMember(device, HELENE, { selectedGroup: "1" });
    await device.goto("/");
    await expectUpToDate(device);
    await expect(button(upcomingCard(device, "Culte"), "Présent")).toHaveAttribute("aria-pressed", "false");
    await expect(upcomingCard(page, "Culte")).not.toContainText("Présents");
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    await device.waitForURL("**/login");
    await signIn(device, YANNICK);
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
  });

  test("events that could not be loaded are reported, and can be loaded again", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK, { selectedGroup: "1" });
    await yannick.route("**/api/events**", (route) => route.abort());
    await yannick.goto("/");
    await expect(yannick.getByText("Les événements de ce mois n'ont pas pu être chargés.")).toBeVisible();
    const upcoming = yannick.getByRole("region", { name: "Prochains événements" });
    await expect(upcoming.getByRole("alert")).toContainText("Les prochains événements n'ont pas pu être chargés.");
    // Listen before the server answers again: the page may retry before the press.
    const asked = yannick.waitForRequest("**/api/events/upcoming**");
    await button(upcoming, "Réessayer").click();
    await asked;
    await yannick.unroute("**/api/events**");
    await expect(upcomingCard(yannick, "Culte")).toBeVisible();
  });
});

test.describe("a page that the service worker stores", () => {
  test.use({ serviceWorkers: "allow" });

  test("opens again offline with the planning and the unsent answers", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE, VEILLEE]);
    const yannick = await openDevice({ serviceWorkers: "allow" });
    await arriveAsMember(yannick, YANNICK);
    await yannick.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    // Reads are stored shortly after they are shown.
    await expect.poll(() => storedCopies(yannick, "reads", "Veillée")).toBe(1);
    await expect.poll(() => storedCopies(yannick, "people", "Yannick")).toBe(1);
    await yannick.context().setOffline(true);
    await button(upcomingCard(yannick, "Culte"), "Présent").click();
    await expect(yannick.getByText("1 réponse en attente")).toBeVisible();
    await yannick.reload();
    await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
    await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
    await expect(button(upcomingCard(yannick, "Culte"), "Présent")).toHaveAttribute("aria-pressed", "true");
    await expect(upcomingCard(yannick, "Veillée")).toBeVisible();
    await expect(yannick.getByText("Le serveur ne répond pas.")).toHaveCount(0);
    await yannick.getByRole("link", { name: "Louange du dimanche" }).click();
    await expect(members(yannick).getByRole("listitem")).toHaveText([/Yannick Morel\s*Batterie/]);
    await yannick.context().setOffline(false);
    await expectUpToDate(yannick);
    await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
  });
});

test("a session that ends at a reload leaves nothing of the planning in the browser", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, [CULTE, VEILLEE]);
  const device = await openDevice();
  await returnAsMember(device, YANNICK);
  await device.evaluate(() => localStorage.clear());
  await signIn(device, YANNICK);
  await chooseGroup(device, "Louange du dimanche");
  await expect.poll(() => storedCopies(device, "reads", "")).toBe(1);
  await expect.poll(() => storedCopies(device, "people", "")).toBe(1);
  await device.reload();
  await device.waitForURL("**/login");
  await expect.poll(() => storedCopies(device, "reads", "")).toBe(0);
  await expect.poll(() => storedCopies(device, "people", "")).toBe(0);
});

test("a deletion that the server refuses is explained, and the event comes back", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE, VEILLEE]);
  const problem = { type: "about:blank", title: "", status: 403, code: "request.forbidden", detail: "" };
  await page.route("**/api/events/*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) })
      : route.continue(),
  );
  await button(upcomingCard(page, "Culte"), "Supprimer l'événement Culte").click();
  await button(upcomingCard(page, "Culte"), "Confirmer la suppression").click();
  await expect(page.getByRole("status").filter({ hasText: "n'a pas pu être supprimé" })).toContainText(
    "« Culte » n'a pas pu être supprimé. Cette action ne vous est pas permise.",
  );
  await expect(upcomingCard(page, "Culte")).toBeVisible();
});

test("a word that is typed while the former one is being saved stays", async ({ page, request }) => {
  await shareElsewhere(request, [CULTE]);
  await arriveAsMember(page, YANNICK);
  await page.goto(`/events/${CULTE.id}`);
  await button(page, "Présent").click();
  const word = page.getByLabel("Un mot (facultatif)");
  await word.fill("J'arrive à 9 h");
  const typed = Promise.withResolvers<void>();
  await page.route("**/availability", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const sent = page.waitForRequest("**/availability");
  await button(page, "Enregistrer le mot").click();
  await sent;
  await word.fill("J'arrive à 9 h 30");
  typed.resolve();
  await expect(page.getByText("Mot enregistré.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Présents" })).toContainText("« J'arrive à 9 h »");
  await expect(word).toHaveValue("J'arrive à 9 h 30");
});

test("a group's deletion says how many events go with it, past ones included", async ({ page }) => {
  await arriveAsAdmin(page, [CULTE, VEILLEE, planned("2020-01-05", "10:00", "Culte d'alors")]);
  await page.goto("/select-group");
  const region = page.getByRole("region", { name: "Gérer les groupes" });
  await region.getByLabel("Groupe à supprimer").selectOption("Louange du dimanche");
  await button(region, "Supprimer le groupe").click();
  await expect(region).toContainText("Ses 3 événements seront supprimés avec lui.");
  await button(region, "Confirmer la suppression").click();
  await expect(button(page, "Louange du dimanche")).toHaveCount(0);
  await expect.poll(() => storedText(page, "selectedGroup")).toBeNull();
});

test("no screen of a shared planning breaks a rule of WCAG 2.2 AA", async ({ page }) => {
  test.slow();
  await returnAsAdmin(page, { events: [CULTE, VEILLEE] });
  await page.goto("/select-group");
  await button(sharingRegion(page), "Partager avec l'équipe").click();
  await expectAccessible(page);
  await button(page.getByRole("dialog"), "Partager").click();
  await expect(sharingRegion(page).getByRole("status")).toBeVisible();
  await expectAccessible(page);
  // Publishing removes the local events. Wait for it, or it would remove the ones written below.
  await expect.poll(() => storedText(page, "events")).toBeNull();
  await page.evaluate((events) => localStorage.setItem("events", events), JSON.stringify([CULTE]));
  await page.reload();
  await button(sharingRegion(page), "Oublier").click();
  await expectAccessible(page);
  await chooseGroup(page, "Louange du dimanche");
  await expectUpToDate(page);
  await expectAccessible(page);
  await page.getByRole("banner").getByRole("link", { name: "Louange du dimanche" }).click();
  await button(members(page), "Rejoindre ce groupe").click();
  await button(members(page), "Quitter ce groupe").waitFor();
  await expectAccessible(page);
  await page.goBack();
  await goOffline(page);
  await button(upcomingCard(page, "Culte"), "Présent").click();
  await expect(page.getByText("1 réponse en attente")).toBeVisible();
  await expectAccessible(page);
  await openMenu(page);
  await button(page, "Se déconnecter").click();
  await expect(page.getByRole("dialog", { name: "Se déconnecter maintenant ?" })).toBeVisible();
  await expectAccessible(page);
});
