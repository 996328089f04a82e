import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./diapason.ts";
import { openMenu } from "./menu.ts";
import { chooseGroup, type Person, signIn } from "./people.ts";
import { planned } from "./planned.ts";
import { expectUpToDate, sharePlanning, sharingRegion } from "./team-planning.ts";
import { returnAsAdmin, returnAsMember, storedText, upcomingCards } from "./visits.ts";

const YANNICK: Person = {
  firstName: "Yannick",
  lastName: "Morel",
  email: "yannick@example.org",
  password: "double-croche",
  services: ["Batterie"],
};
const HELENE: Person = {
  firstName: "Hélène",
  lastName: "Brunet",
  email: "helene@example.org",
  password: "croche-pointee",
  services: ["Lead", "Piano"],
};

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** The card of an event among the next ones. */
function card(page: Page, name: string): Locator {
  return upcomingCards(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** A member of the first group, on its dashboard. */
async function arriveAsMember(page: Page, person: Person): Promise<string> {
  const { id } = await returnAsMember(page, person, { selectedGroup: "1" });
  await page.goto("/");
  await expectUpToDate(page);
  return id;
}

/** The planning is shared with these events, and the admin looks at the first group's. */
async function arriveAsAdmin(page: Page, events = [CULTE, VEILLEE]): Promise<void> {
  await sharePlanning(page, events);
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await expectUpToDate(page);
}

/** What may be reached for offline, and is loaded beforehand where no service worker keeps it. */
const KEPT_PARTS = ["user-menu-content", "sign-out-dialog", "event-screen", "group-screen", "member-list"];

/** Nothing reaches the server from this device, or comes from it, until `setOffline(false)`. */
async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction((parts) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return parts.every((part) => loaded.some((name) => name.includes(`/assets/${part}`)));
  }, KEPT_PARTS);
  await page.context().setOffline(true);
}

/**
 * For how many readers this browser keeps what they read of the shared planning, or who everybody is; `word` is in it,
 * for what is read in parts is kept in parts.
 */
async function readersOf(page: Page, what: "reads" | "people", word: string): Promise<number> {
  return page.evaluate(
    async ([store, part]) => {
      const name = `diapason.${store}`;
      // Opened before the page did so, it would be made without a place for anything.
      const databases = await indexedDB.databases();
      if (!databases.some((database) => database.name === name)) return 0;
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("error", () => reject(new Error("The browser keeps nothing")));
        opening.addEventListener("success", () => {
          const database = opening.result;
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener("success", () => {
            database.close();
            resolve(reading.result.filter((kept) => JSON.stringify(kept).includes(part)).length);
          });
        });
      });
    },
    [what, word] as const,
  );
}

function members(page: Page): Locator {
  return page.getByRole("region", { name: "Membres du groupe", exact: true });
}

test.describe("who belongs to a group", () => {
  test("a member who chooses it, and whoever joins; who leaves or is taken out does not", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page);
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

  test("is asked for an answer: an event lists its group's members, not everybody, as unanswered", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page);
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
    await button(card(helene, "Culte"), "Absent").click();
    await expect(page.getByRole("list", { name: "Absents" }).getByRole("listitem")).toHaveText([/Hélène Brunet/]);
    await page.goto("/group");
    await expect(members(page).getByRole("listitem")).toHaveText([/Hélène Brunet/, /Yannick Morel/]);
  });

  test("changes services, and every screen knows without a reload", async ({ page, openDevice }) => {
    await arriveAsAdmin(page);
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

  test("an admin who looks into a group does not join it by that", async ({ page }) => {
    await arriveAsAdmin(page);
    await page.goto("/select-group");
    await chooseGroup(page, "Groupe de jeunes");
    await page.goto("/group");
    await expect(members(page)).toContainText("Personne n'a encore rejoint ce groupe.");
    await expect(button(members(page), "Rejoindre ce groupe")).toBeVisible();
  });

  test("everybody does while the planning is this device's own, and nobody joins or leaves", async ({
    page,
    openDevice,
  }) => {
    await returnAsMember(await openDevice(), YANNICK);
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

test.describe("offline", () => {
  test("the strip says so and counts what waits, which is sent on return", async ({ page, openDevice }) => {
    await arriveAsAdmin(page);
    const yannick = await openDevice();
    await arriveAsMember(yannick, YANNICK);
    await expect(yannick.getByText("Hors ligne")).toHaveCount(0);
    await goOffline(yannick);
    await button(card(yannick, "Culte"), "Présent").click();
    await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
    await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
    await expect(yannick.getByText("À jour")).toHaveCount(0);
    await button(card(yannick, "Veillée"), "Absent").click();
    await expect(yannick.getByText("2 réponses en attente", { exact: true })).toBeVisible();
    await expect(button(card(yannick, "Veillée"), "Absent")).toHaveAttribute("aria-pressed", "true");
    await yannick.context().setOffline(false);
    await expectUpToDate(yannick);
    await expect(yannick.getByText("Hors ligne")).toHaveCount(0);
    await expect(yannick.getByText("en attente")).toHaveCount(0);
    await expect(card(page, "Culte")).toContainText("Présents : Yannick Morel");
  });

  test("an answer to an event that was deleted meanwhile is refused later: which, and why, until it is read", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page);
    const yannick = await openDevice();
    await arriveAsMember(yannick, YANNICK);
    await goOffline(yannick);
    for (const name of ["Culte", "Veillée"]) await button(card(yannick, name), "Présent").click();
    await expect(yannick.getByText("2 réponses en attente")).toBeVisible();
    // The card goes at once; the server has to know before the answer comes.
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await button(card(page, "Culte"), "Supprimer l'événement Culte").click();
    await button(card(page, "Culte"), "Confirmer la suppression").click();
    await expect(card(page, "Culte")).toHaveCount(0);
    await deleted;
    await yannick.context().setOffline(false);
    const notice = yannick.getByRole("alert");
    await expect(notice.locator("p")).toHaveText([
      "Votre réponse « Présent » pour « Culte » du 15 novembre n'a pas pu être prise en compte",
      "Cet événement a été supprimé entre-temps.",
    ]);
    await expect(card(yannick, "Culte")).toHaveCount(0);
    await expect(card(page, "Veillée")).toContainText("Présents : Yannick Morel");
    await yannick.reload();
    await expect(notice).toHaveCount(1);
    await button(yannick, "J'ai compris").click();
    await expect(notice).toHaveCount(0);
    await yannick.reload();
    await expectUpToDate(yannick);
    await expect(notice).toHaveCount(0);
  });

  test("signing out asks first; what waits is sent when the same person signs in again, and by nobody else", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page);
    const device = await openDevice();
    await arriveAsMember(device, YANNICK);
    await goOffline(device);
    await button(card(device, "Culte"), "Présent").click();
    await expect(device.getByText("1 réponse en attente")).toBeVisible();
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    const dialog = device.getByRole("dialog", { name: "Se déconnecter maintenant ?" });
    await expect(dialog).toContainText("1 réponse n'a pas encore été envoyée.");
    await button(dialog, "Rester connecté").click();
    await expect(dialog).toHaveCount(0);
    await expect(button(device, "Menu utilisateur")).toBeFocused();
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    await button(dialog, "Se déconnecter quand même").click();
    await device.waitForURL("**/login");
    // The end of the session is still to reach the server; whoever comes next by this browser's own form waits for it.
    const ended = device.waitForResponse("**/api/auth/sign-out");
    await device.context().setOffline(false);
    await ended;
    await returnAsMember(device, HELENE, { selectedGroup: "1" });
    await device.goto("/");
    await expectUpToDate(device);
    await expect(button(card(device, "Culte"), "Présent")).toHaveAttribute("aria-pressed", "false");
    await expect(card(page, "Culte")).not.toContainText("Présents");
    await openMenu(device);
    await button(device, "Se déconnecter").click();
    await device.waitForURL("**/login");
    await signIn(device, YANNICK);
    await expect(card(page, "Culte")).toContainText("Présents : Yannick Morel");
  });

  test("an event and a month that were never loaded say so, and can be asked for again", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page);
    const yannick = await openDevice();
    await returnAsMember(yannick, YANNICK, { selectedGroup: "1" });
    await yannick.route("**/api/events**", (route) => route.abort());
    await yannick.goto("/");
    await expect(yannick.getByText("Les événements de ce mois n'ont pas pu être chargés.")).toBeVisible();
    const upcoming = yannick.getByRole("region", { name: "Prochains événements" });
    await expect(upcoming.getByRole("alert")).toContainText("Les prochains événements n'ont pas pu être chargés.");
    // While the server is silent: once it answers, the page asks again by itself, maybe sooner than the press.
    const asked = yannick.waitForRequest("**/api/events/upcoming**");
    await button(upcoming, "Réessayer").click();
    await asked;
    await yannick.unroute("**/api/events**");
    await expect(card(yannick, "Culte")).toBeVisible();
  });
});

test.describe("a page that the browser keeps", () => {
  test.use({ serviceWorkers: "allow" });

  test("opens again offline with what was read and what waits", async ({ page, openDevice }) => {
    await arriveAsAdmin(page);
    const yannick = await openDevice({ serviceWorkers: "allow" });
    await arriveAsMember(yannick, YANNICK);
    await yannick.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    // What was read is stored a moment after it was shown.
    await expect.poll(() => readersOf(yannick, "reads", "Veillée")).toBe(1);
    await expect.poll(() => readersOf(yannick, "people", "Yannick")).toBe(1);
    await yannick.context().setOffline(true);
    await button(card(yannick, "Culte"), "Présent").click();
    await expect(yannick.getByText("1 réponse en attente")).toBeVisible();
    await yannick.reload();
    await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
    await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
    await expect(button(card(yannick, "Culte"), "Présent")).toHaveAttribute("aria-pressed", "true");
    await expect(card(yannick, "Veillée")).toBeVisible();
    await expect(yannick.getByText("Le serveur ne répond pas.")).toHaveCount(0);
    await yannick.getByRole("link", { name: "Louange du dimanche" }).click();
    await expect(members(yannick).getByRole("listitem")).toHaveText([/Yannick Morel\s*Batterie/]);
    await yannick.context().setOffline(false);
    await expectUpToDate(yannick);
    await expect(card(page, "Culte")).toContainText("Présents : Yannick Morel");
  });
});

test("a session that ends with a reload leaves nothing of the planning to read in the browser", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page);
  const device = await openDevice();
  await returnAsMember(device, YANNICK);
  await device.evaluate(() => localStorage.clear());
  await signIn(device, YANNICK);
  await chooseGroup(device, "Louange du dimanche");
  await expect.poll(() => readersOf(device, "reads", "")).toBe(1);
  await expect.poll(() => readersOf(device, "people", "")).toBe(1);
  await device.reload();
  await device.waitForURL("**/login");
  await expect.poll(() => readersOf(device, "reads", "")).toBe(0);
  await expect.poll(() => readersOf(device, "people", "")).toBe(0);
});

test("a deletion that the server refuses is explained, and the event comes back", async ({ page }) => {
  await arriveAsAdmin(page);
  const problem = { type: "about:blank", title: "", status: 403, code: "request.forbidden", detail: "" };
  await page.route("**/api/events/*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) })
      : route.continue(),
  );
  await button(card(page, "Culte"), "Supprimer l'événement Culte").click();
  await button(card(page, "Culte"), "Confirmer la suppression").click();
  await expect(page.getByRole("status").filter({ hasText: "n'a pas pu être supprimé" })).toContainText(
    "« Culte » n'a pas pu être supprimé. Cette action est réservée aux administrateurs.",
  );
  await expect(card(page, "Culte")).toBeVisible();
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
  await button(card(page, "Culte"), "Présent").click();
  await expect(page.getByText("1 réponse en attente")).toBeVisible();
  await expectAccessible(page);
  await openMenu(page);
  await button(page, "Se déconnecter").click();
  await expect(page.getByRole("dialog", { name: "Se déconnecter maintenant ?" })).toBeVisible();
  await expectAccessible(page);
});
