import type { Locator, Page } from "@playwright/test";
import { YANNICK, SERVICES } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { lookAgain, memberList, openMenu, openProfile } from "#test/support/browser/menu.ts";
import type { Person } from "#test/support/browser/people.ts";
import { everybody, planned, type StoredEvent } from "#test/support/browser/planned.ts";
import {
  dayOf,
  returnAsAdmin,
  returnAsMember,
  signUp,
  storedEvents,
  storedText,
  upcomingCards,
  withoutVisitData,
} from "#test/support/browser/visits.ts";

/** Statements of docs/specification.md that no other journey covers. */

const COMPLETE = planned("2026-11-14", "19:00", "Veillée", { availability: everybody(1) });
const CULTE = planned("2026-11-15", "10:00", "Culte");
const JEUNES = planned("2026-11-13", "19:00", "Soirée jeunes", { groupId: "2" });

async function expectHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(`${heading} · Diapason`);
}

async function expectServices(within: Page | Locator): Promise<void> {
  const boxes = within.getByRole("group", { name: "Services", exact: true }).getByRole("checkbox");
  await expect(boxes).toHaveCount(SERVICES.length);
  for (const [index, name] of SERVICES.entries()) await expect(boxes.nth(index)).toHaveAccessibleName(name);
}

/** Makes all later writes to the storage of this page fail. */
async function blockStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
}

/** Records the API calls of this page from now on, as `GET /api/users`. */
function apiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function signInRemembered(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.goto("/login");
  await field(page, "Adresse e-mail").fill(email);
  await field(page, "Mot de passe").fill(password);
  await page.getByRole("checkbox", { name: "Se souvenir de moi" }).check();
  await button(page, "Se connecter").click();
}

test.use({ now: "2026-11-12T18:00:00Z" });

test.describe("accessible names", () => {
  test("on the login screen, whose password can be shown", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expectHeading(page, "Connexion");
    await expect(field(page, "Adresse e-mail")).toHaveRole("textbox");
    const password = field(page, "Mot de passe");
    await password.fill("tilleul");
    await expect(password).toHaveAttribute("type", "password");
    await button(page, "Afficher le mot de passe").click();
    await expect(password).toHaveAttribute("type", "text");
    await button(page, "Masquer le mot de passe").click();
    await expect(password).toHaveAttribute("type", "password");
    await expect(page.getByRole("checkbox", { name: "Se souvenir de moi", exact: true })).not.toBeChecked();
    for (const name of ["Se connecter", "Mot de passe oublié ?"]) await expect(button(page, name)).toBeVisible();
    await page.getByRole("link", { name: "Créer un compte", exact: true }).click();
    await expect(page).toHaveURL("/register");
  });

  test("on the register screen, with the fourteen services", async ({ page }) => {
    await page.goto("/register");
    await expectHeading(page, "Créer un compte");
    for (const label of ["Prénom", "Nom", "Adresse e-mail", "Mot de passe", "Confirmer le mot de passe"]) {
      await expect(field(page, label)).toBeEditable();
    }
    await expectServices(page);
    await expect(button(page, "Créer mon compte")).toBeVisible();
    await page.getByRole("link", { name: "Se connecter", exact: true }).click();
    await expect(page).toHaveURL("/login");
  });

  test("on the choice of a group, its management and the footer", async ({ page }) => {
    await returnAsAdmin(page);
    await page.goto("/select-group");
    await expectHeading(page, "Choisir un groupe");
    for (const group of ["Louange du dimanche", "Groupe de jeunes", "Soirée de prière"]) {
      await expect(button(page, group)).toBeVisible();
    }
    const management = region(page, "Gérer les groupes");
    for (const label of ["Nom du groupe", "Nouveau nom"]) await expect(field(management, label)).toHaveRole("textbox");
    for (const label of ["Groupe à renommer", "Groupe à supprimer"]) {
      await expect(field(management, label)).toHaveRole("combobox");
    }
    for (const name of ["Créer le groupe", "Renommer le groupe"]) await expect(button(management, name)).toBeVisible();
    await field(management, "Groupe à supprimer").selectOption("Groupe de jeunes");
    await button(management, "Supprimer le groupe").click();
    for (const name of ["Confirmer la suppression", "Annuler"]) await expect(button(management, name)).toBeVisible();
    const { version } = (await (await page.request.get("/api/config")).json()) as { version: string };
    await expect(page.getByRole("contentinfo")).toContainText(`Version ${version}`);
    // The row is larger than its button. A click beside the button chooses the group too.
    const row = page.getByRole("listitem").filter({ hasText: "Groupe de jeunes" });
    await expect(button(row, "Groupe de jeunes")).toHaveText("Groupe de jeunes");
    await row.click({ position: { x: 8, y: 8 } });
    await expect(page.getByRole("banner")).toContainText("Groupe de jeunes");
  });

  test("in the user menu, which is not an ARIA menu", async ({ page, request }) => {
    await signUp(request, YANNICK);
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/users");
    await expect(page.getByRole("banner")).toContainText("Louange du dimanche");
    await expect(button(page, "Menu utilisateur, Admin")).toBeVisible();
    await openMenu(page);
    const menu = region(page, "Menu utilisateur");
    for (const name of ["Modifier le profil", "Se déconnecter"]) await expect(button(menu, name)).toBeVisible();
    await expect(menu.getByRole("link", { name: "Gérer les utilisateurs", exact: true })).toBeVisible();
    const appearance = menu.getByRole("group", { name: "Apparence", exact: true }).getByRole("radio");
    for (const [index, name] of ["Système", "Clair", "Sombre"].entries()) {
      await expect(appearance.nth(index)).toHaveAccessibleName(name);
    }
    await expect(button(memberList(page), "Supprimer Yannick Morel")).toBeVisible();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await menu.getByRole("link", { name: "Changer de groupe", exact: true }).click();
    await expect(page).toHaveURL("/select-group");
  });

  test("in the profile dialog and its password view", async ({ page }) => {
    await returnAsMember(page, YANNICK, { selectedGroup: "1" });
    await page.goto("/");
    const dialog = await openProfile(page);
    for (const label of ["Prénom", "Nom"]) await expect(field(dialog, label)).toHaveRole("textbox");
    await expectServices(dialog);
    await expect(button(dialog, "Enregistrer")).toBeVisible();
    await button(dialog, "Changer le mot de passe").click();
    for (const label of ["Ancien mot de passe", "Nouveau mot de passe", "Confirmer le nouveau mot de passe"]) {
      await expect(field(dialog, label)).toHaveAttribute("type", "password");
    }
    for (const name of ["Modifier le mot de passe", "Retour"]) await expect(button(dialog, name)).toBeVisible();
  });

  test("on the dashboard, where a day that misses roles is tinted red", async ({ page }) => {
    await returnAsAdmin(page, { events: [COMPLETE, CULTE], selectedGroup: "1" });
    await page.goto("/");
    await expectHeading(page, "novembre 2026");
    const calendar = region(page, "Calendrier");
    for (const name of ["Mois précédent", "Mois suivant", "Aujourd'hui"]) {
      await expect(button(calendar, name)).toBeVisible();
    }
    await expect(calendar.getByRole("heading", { name: "novembre 2026", exact: true })).toBeVisible();
    await expect(dayOf(page, "2026-11-15")).toContainText(/(?<!\d)1 événement(?!s)/);
    await expect(button(page, "Ajouter un événement le 24 novembre 2026")).toBeAttached();
    await expect(button(dayOf(page, "2026-11-15"), "Supprimer l'événement Culte")).toBeAttached();
    const tint = (date: string) => dayOf(page, date).evaluate((cell) => getComputedStyle(cell).backgroundColor);
    expect(await tint("2026-11-14")).toBe(await tint("2026-11-16"));
    expect(await tint("2026-11-15")).not.toBe(await tint("2026-11-16"));
    // A red tint: its red component is the largest of the three.
    const [red = 0, green = 0, blue = 0] = await dayOf(page, "2026-11-15").evaluate((cell) => {
      const context = document.createElement("canvas").getContext("2d");
      if (context === null) return [];
      context.fillStyle = getComputedStyle(cell).backgroundColor;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(Math.max(green, blue));
    await expect(region(page, "Prochains événements").getByRole("listitem")).toHaveCount(2);
    await button(page, "Retour").click();
    await expect(page).toHaveURL("/select-group");
  });

  test("on an event's page, for a member and for an admin", async ({ page, openDevice }) => {
    const availability: StoredEvent["availability"] = [
      { userId: "c", userName: "Camille Perrin", position: "Lead", status: "present" },
    ];
    const stored = { events: [{ ...CULTE, availability }], selectedGroup: "1" };
    await returnAsMember(page, YANNICK, stored);
    await page.goto(`/events/${CULTE.id}`);
    await expectHeading(page, "Culte");
    await expect(page.getByText("dimanche 15 novembre 2026 à 10:00")).toBeVisible();
    await expect(page.getByText("Temple de la Rotonde")).toBeVisible();
    const own = region(page, "Ma disponibilité");
    for (const name of ["Présent", "Absent"]) {
      await expect(button(own, name)).toHaveAttribute("aria-pressed", "false");
    }
    await expect(button(own, "Retirer ma réponse")).toHaveCount(0);
    for (const name of ["Présents", "Absents", "Sans réponse"]) {
      await expect(region(page, "Équipe").getByRole("list", { name, exact: true })).toHaveCount(1);
    }
    await expect(region(page, "Rôles critiques").getByRole("listitem")).toHaveText([
      /^Lead Camille Perrin Couvert$/,
      ...["Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"].map((role) => new RegExp(`^${role} +Manquant$`)),
    ]);
    await expect(button(page, "Supprimer l'événement")).toHaveCount(0);
    const admin = await openDevice();
    await returnAsAdmin(admin, stored);
    await admin.goto(`/events/${CULTE.id}`);
    await button(admin, "Supprimer l'événement").click();
    const dialog = admin.getByRole("dialog");
    for (const name of ["Supprimer", "Annuler"]) await expect(button(dialog, name)).toBeVisible();
  });

  test("on the creation of an event, with every half hour of the day", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/create-event");
    await expectHeading(page, "Créer un événement");
    for (const label of ["Nom de l'événement", "Date", "Lieu"]) await expect(field(page, label)).toHaveValue("");
    await expect(field(page, "Date")).toHaveAttribute("min", "2026-11-12");
    const times = await field(page, "Heure").getByRole("option").allTextContents();
    const halfHours = Array.from({ length: 34 }, (_, index) => {
      const hour = String(6 + Math.floor(index / 2)).padStart(2, "0");
      return `${hour}:${index % 2 === 0 ? "00" : "30"}`;
    });
    expect(times.slice(1)).toEqual(halfHours);
    await expect(field(page, "Heure")).toHaveValue("");
    expect(await page.locator("form").evaluate((form: HTMLFormElement) => form.noValidate)).toBe(true);
    for (const name of ["Créer l'événement", "Annuler"]) await expect(button(page, name)).toBeVisible();
  });

  test("on the users' screen", async ({ page, request }) => {
    await signUp(request, YANNICK);
    await returnAsAdmin(page);
    await page.goto("/users");
    await expectHeading(page, "Gestion des utilisateurs");
    await expect(field(page, "Rechercher un utilisateur")).toHaveRole("searchbox");
    await expect(field(page, "Adresse e-mail du nouvel administrateur")).toHaveRole("textbox");
    await expect(button(page, "Ajouter un administrateur")).toBeVisible();
    await expect(button(page, "Supprimer Yannick Morel")).toBeVisible();
  });
});

test.describe("browser storage", () => {
  test("uses the five keys, and a random UUID for each event", async ({ page, request }) => {
    const { defaultAdmin } = await (await request.get("/api/config")).json();
    await signInRemembered(page, defaultAdmin);
    await button(page, "Groupe de jeunes").click();
    await button(page, "Ajouter un événement le 15 novembre 2026").click();
    await field(page, "Nom de l'événement").fill("Culte");
    await field(page, "Heure").selectOption("10:00");
    await field(page, "Lieu").fill("Temple");
    await button(page, "Créer l'événement").click();
    await expect(upcomingCards(page)).toHaveCount(1);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const details = { groupId: "2", name: "Culte", date: "2026-11-15", time: "10:00", location: "Temple" };
    expect(await storedEvents(page)).toEqual([{ id: expect.stringMatching(uuid), ...details, availability: [] }]);
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys).toEqual(expect.arrayContaining(["currentUser", "events", "groups", "rememberMe", "selectedGroup"]));
    expect(await storedText(page, "selectedGroup")).toBe("2");
  });

  test("is enough to plan and to answer, without a call to the server", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await withoutVisitData(page);
    const calls = apiCalls(page);
    await page.goto("/create-event?date=2026-11-15");
    await field(page, "Nom de l'événement").fill("Culte");
    await field(page, "Heure").selectOption("10:00");
    await field(page, "Lieu").fill("Temple");
    await button(page, "Créer l'événement").click();
    await button(upcomingCards(page), "Présent").click();
    await expect(button(upcomingCards(page), "Présent")).toHaveAttribute("aria-pressed", "true");
    await button(upcomingCards(page), "Supprimer l'événement Culte").click();
    await button(upcomingCards(page), "Confirmer la suppression").click();
    await expect(page.getByText("Aucun événement à venir.")).toBeVisible();
    await button(page, "Retour").click();
    await field(page, "Nom du groupe").fill("Chorale");
    await button(page, "Créer le groupe").click();
    await expect(button(page, "Chorale")).toBeVisible();
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => !/^GET \/api\/(auth\/get-session|config|users)$/.test(call))).toEqual([]);
  });
});

test.describe("who is signed in", () => {
  test("with remember-me is stored, and still there after a reload", async ({ page, request }) => {
    await signUp(request, YANNICK);
    await signInRemembered(page, YANNICK);
    await expect(page).toHaveURL("/select-group");
    expect(JSON.parse((await storedText(page, "currentUser")) ?? "")).toMatchObject({ email: YANNICK.email });
    expect(await storedText(page, "rememberMe")).toBe("true");
    await page.reload();
    await expect(page.getByText(/Bonjour Yannick/)).toBeVisible();
  });

  test("an admin without a group manages users, and chooses one before an event is created", async ({ page }) => {
    await returnAsAdmin(page);
    await page.goto("/users");
    await expectHeading(page, "Gestion des utilisateurs");
    await page.goto("/create-event");
    await expect(page).toHaveURL("/select-group");
  });

  test("the back button after signing out shows nothing of the person", async ({ page }) => {
    await returnAsMember(page, YANNICK, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/");
    await page.getByRole("link", { name: "Culte" }).first().click();
    await expectHeading(page, "Culte");
    await openMenu(page);
    await button(page, "Se déconnecter").click();
    await expectHeading(page, "Connexion");
    await page.goBack();
    await expectHeading(page, "Connexion");
    await expect(page.getByText("Yannick")).toHaveCount(0);
  });

  test("a response without a user shows the catalogue's French error, never the internal English one", async ({
    page,
  }) => {
    await page.route("**/api/auth/sign-*/email", (route) => route.fulfill({ json: { user: null } }));
    const lines = page.getByRole("alert").locator("p");
    await page.goto("/login");
    await field(page, "Adresse e-mail").fill(YANNICK.email);
    await field(page, "Mot de passe").fill(YANNICK.password);
    await button(page, "Se connecter").click();
    await expect(lines.first()).toHaveText("Échec de la connexion");
    await expect(page.getByText("Login failed")).toHaveCount(0);
    await page.goto("/register");
    for (const [label, value] of [
      ["Prénom", YANNICK.firstName],
      ["Nom", YANNICK.lastName],
      ["Adresse e-mail", YANNICK.email],
      ["Mot de passe", YANNICK.password],
      ["Confirmer le mot de passe", YANNICK.password],
    ] as const) {
      await field(page, label).fill(value);
    }
    await page.getByRole("checkbox", { name: "Batterie" }).check();
    await button(page, "Créer mon compte").click();
    await expect(lines.first()).toHaveText("Échec de la création du compte");
    await expect(page.getByText("Registration failed")).toHaveCount(0);
  });
});

test.describe("which events", () => {
  test("a member's calendar and list show their group's, and a direct link opens any event", async ({ page }) => {
    await returnAsMember(page, YANNICK, { events: [CULTE, JEUNES], selectedGroup: "1" });
    await page.goto("/");
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Culte"]);
    await expect(dayOf(page, JEUNES.date).getByRole("link")).toHaveCount(0);
    await page.goto(`/events/${JEUNES.id}`);
    await expectHeading(page, "Soirée jeunes");
  });

  test("an admin's calendar shows other groups' too, with the group's id; the list shows the selected group's only", async ({
    page,
  }) => {
    await returnAsAdmin(page, { events: [CULTE, JEUNES], selectedGroup: "1" });
    await page.goto("/");
    await expect(dayOf(page, JEUNES.date).getByRole("link")).toHaveText(/19:00.*gr\.\s2.*Soirée jeunes/);
    await expect(dayOf(page, CULTE.date)).not.toContainText("gr.");
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Culte"]);
  });
});

test("the user list is loaded at the start, after a change, and when the user returns to the page", async ({
  page,
  openDevice,
}) => {
  const registrar = await openDevice();
  await returnAsMember(registrar, YANNICK);
  await returnAsMember(registrar, { ...YANNICK, firstName: "Anaïs", email: "anais@example.org" });
  await returnAsAdmin(page, { selectedGroup: "1" });
  await withoutVisitData(page);
  const calls = apiCalls(page);
  const loads = () => calls.filter((call) => call === "GET /api/users").length;
  await page.goto("/");
  await expect.poll(loads).toBe(1);
  await openMenu(page);
  await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  await expect(button(page, "Supprimer Yannick Morel")).toBeVisible();
  await expect.poll(loads).toBe(2);
  await field(page, "Adresse e-mail du nouvel administrateur").fill("anais@example.org");
  await button(page, "Ajouter un administrateur").click();
  await expect.poll(loads).toBe(3);
  await button(page, "Supprimer Yannick Morel").click();
  await button(page, "Confirmer la suppression").click();
  await expect.poll(loads).toBe(4);
  const dialog = await openProfile(page);
  await button(dialog, "Enregistrer").click();
  await expect.poll(loads).toBe(5);
  await lookAgain(page);
  await expect.poll(loads).toBe(6);
});

test("a deletion that awaits confirmation is cancelled by a click or the focus elsewhere", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/");
  const trash = button(upcomingCards(page), "Supprimer l'événement Culte");
  for (const goElsewhere of [() => page.keyboard.press("Tab"), () => page.getByRole("contentinfo").click()]) {
    await trash.click();
    await expect(trash).toHaveCount(0);
    await expect(button(upcomingCards(page), "Confirmer la suppression")).toBeVisible();
    await goElsewhere();
    await expect(trash).toBeVisible();
    await expect(button(upcomingCards(page), "Confirmer la suppression")).toHaveCount(0);
  }
  expect(await storedEvents(page)).toEqual([CULTE]);
});

test("an event that cannot be deleted stays, and the failure is only logged: in the calendar, the list and its page", async ({
  openDevice,
}) => {
  const page = await openDevice();
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/");
  await blockStorage(page);
  const logged = () => page.waitForEvent("console", (message) => message.text().includes("was not deleted"));
  for (const place of [dayOf(page, CULTE.date), upcomingCards(page)]) {
    await place.hover();
    const line = logged();
    await button(place, "Supprimer l'événement Culte").click();
    await button(place, "Confirmer la suppression").click();
    expect((await line).text()).toBe(`Event ${CULTE.id} was not deleted: storage.full`);
    await expect(place.getByRole("link", { name: "Culte" })).toBeVisible();
  }
  await upcomingCards(page).getByRole("link", { name: "Culte" }).click();
  await button(page, "Supprimer l'événement").click();
  const line = logged();
  await button(page.getByRole("dialog"), "Supprimer").click();
  await line;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await storedEvents(page)).toEqual([CULTE]);
});
