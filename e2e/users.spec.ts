import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { ELISE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { lookAgain, memberList, openMenu } from "#test/support/browser/menu.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";
import {
  returnAsAdmin,
  returnAsMember,
  storedEvents,
  storedText,
  withoutVisitData,
} from "#test/support/browser/visits.ts";

const NOW = "2026-11-12T18:00:00Z";

function person(firstName: string, lastName: string, email: string, ...services: string[]): Person {
  return { firstName, lastName, email: `${email}@example.org`, password: "tilleul", services };
}

const ANAIS = person("Anaïs", "Rousseau", "anais.rousseau", "Saxophone", "Voix");
const DAVID = person("David", "Colin", "pasteur", "Pasteur");

/** Registers a user by API calls, without opening a page for them. */
async function registerMember(request: APIRequestContext, { services: positions, ...rest }: Person): Promise<string> {
  const data = { ...rest, name: `${rest.firstName} ${rest.lastName}`, positions };
  const answer = await request.post("/api/auth/sign-up/email", { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()).user.id;
}

function userList(page: Page): Locator {
  return page.getByRole("list", { name: "Utilisateurs" });
}

/** A user's row in the list. */
function row(page: Page, name: string): Locator {
  return userList(page).locator("> li").filter({ hasText: name });
}

function search(page: Page): Locator {
  return page.getByRole("searchbox", { name: "Rechercher un utilisateur" });
}

function adminEmail(page: Page): Locator {
  return page.getByLabel("Adresse e-mail du nouvel administrateur", { exact: true });
}

function addAdmin(page: Page): Locator {
  return page.getByRole("button", { name: "Ajouter un administrateur" });
}

/** The names in the list, from top to bottom. */
function names(page: Page): Promise<string[]> {
  return userList(page).locator("bdi").allTextContents();
}

test.describe("for an admin", () => {
  test.beforeEach(async ({ page, request }) => {
    await page.clock.install({ time: NOW });
    for (const member of [ELISE, DAVID, ANAIS]) await registerMember(request, member);
    await returnAsAdmin(page, { selectedGroup: "1" });
  });

  test("everybody is listed by name with their e-mail and services, and nobody can delete themself", async ({
    page,
  }) => {
    await page.goto("/");
    await openMenu(page);
    await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des utilisateurs");
    await expect(page).toHaveTitle("Gestion des utilisateurs · Diapason");
    await expect(userList(page).locator("> li")).toHaveCount(4);
    expect(await names(page)).toEqual(["Admin Diapason", "Anaïs Rousseau", "David Colin", "Élise Fontaine"]);
    await expect(row(page, "Élise Fontaine")).toContainText("elise@example.org");
    await expect(row(page, "Élise Fontaine").getByRole("listitem")).toHaveText(["Piano", "Voix"]);
    await expect(row(page, "Élise Fontaine").getByText("Admin", { exact: true })).toHaveCount(0);
    await expect(row(page, "Admin Diapason").getByText("Admin", { exact: true })).toBeVisible();
    await expect(row(page, "Admin Diapason").getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "Retour" }).click();
    await expect(page).toHaveURL("/");
  });

  test("the search looks into first names, last names and e-mails, whatever the case", async ({ page }) => {
    await page.goto("/users");
    await expect(userList(page).locator("> li")).toHaveCount(4);
    for (const [query, found] of [
      ["ANAÏS", ["Anaïs Rousseau"]],
      ["tain", ["Élise Fontaine"]],
      ["pasteur@EX", ["David Colin"]],
      ["example", ["Admin Diapason", "Anaïs Rousseau", "David Colin", "Élise Fontaine"]],
    ] as const) {
      await search(page).fill(query);
      await expect.poll(() => names(page)).toEqual(found);
    }
    await search(page).fill("xylophone");
    await expect(page.getByRole("status").filter({ hasText: "Personne ne correspond à « xylophone »." })).toBeVisible();
  });

  test("a name is found as it is read: in any order, without accents, with another space or apostrophe", async ({
    page,
  }) => {
    await page.goto("/users");
    await expect(userList(page).locator("> li")).toHaveCount(4);
    for (const query of ["Élise Fontaine", "fontaine elise", "E\u0301lise", "Élise\u00A0Fontaine", "Fontaine, Élise"]) {
      await search(page).fill(query);
      await expect.poll(() => names(page)).toEqual(["Élise Fontaine"]);
    }
  });

  test("an e-mail address makes its person an admin, once for two presses, told for three seconds", async ({
    page,
  }) => {
    await page.goto("/users");
    await expect(userList(page).locator("> li")).toHaveCount(4);
    let promotions = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/users/admins")) promotions += 1;
    });
    await page.clock.pauseAt("2026-11-12T18:05:00Z");
    await adminEmail(page).fill(" ELISE@Example.org ");
    await addAdmin(page).dblclick();
    const status = page.getByRole("status").filter({ hasText: "Élise Fontaine (Piano, Voix)" });
    await expect(status).toBeVisible();
    await expect(adminEmail(page)).toHaveValue("");
    await expect(row(page, "Élise Fontaine").getByText("Admin", { exact: true })).toBeVisible();
    expect(promotions).toBe(1);
    await page.clock.runFor(2_800);
    await expect(status).toBeVisible();
    await page.clock.runFor(300);
    await expect(status).toHaveCount(0);
    await page.clock.resume();
    await openMenu(page);
    await expect(memberList(page).getByRole("listitem")).toHaveText([/Anaïs Rousseau/, /David Colin/]);
  });

  test("an address that is missing, malformed, unknown or an admin's already is told", async ({ page }) => {
    await page.goto("/users");
    const alert = page.getByRole("alert");
    await addAdmin(page).click();
    await expect(alert).toHaveText("L'adresse e-mail est requise");
    await expect(adminEmail(page)).toBeFocused();
    await adminEmail(page).fill("elise@");
    await addAdmin(page).click();
    await expect(alert).toHaveText("Adresse e-mail non valide");
    await adminEmail(page).fill("personne@example.org");
    await addAdmin(page).click();
    await expect(alert.locator("p")).toHaveText([
      "Impossible d'ajouter l'administrateur",
      "Aucun compte n'existe avec cette adresse e-mail.",
    ]);
    await adminEmail(page).fill(ANAIS.email);
    await addAdmin(page).click();
    await expect(row(page, "Anaïs Rousseau").getByText("Admin", { exact: true })).toBeVisible();
    await adminEmail(page).fill(ANAIS.email);
    await addAdmin(page).click();
    await expect(alert.locator("p")).toHaveText([
      "Impossible d'ajouter l'administrateur",
      "Ce compte est déjà administrateur.",
    ]);
    await page.route("**/api/users/admins", (route) => route.abort());
    await addAdmin(page).click();
    await expect(alert.locator("p")).toHaveText(["Impossible d'ajouter l'administrateur", UNREACHABLE]);
    await expect(adminEmail(page)).toHaveValue(ANAIS.email);
  });

  test("a deletion is asked for, called off and confirmed by keyboard, the focus always at hand", async ({ page }) => {
    await page.goto("/users");
    const david = row(page, "David Colin");
    const trash = david.getByRole("button", { name: "Supprimer David Colin" });
    await trash.focus();
    await page.keyboard.press("Enter");
    await expect(david.getByRole("button", { name: "Annuler" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(trash).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(trash).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(david.getByRole("button", { name: "Confirmer la suppression" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(userList(page).locator("> li")).toHaveCount(3);
    await expect(page.getByRole("button", { name: "Supprimer Élise Fontaine" })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "Le compte de David Colin est supprimé." })).toBeVisible();
    await page.reload();
    expect(await names(page)).not.toContain("David Colin");
  });

  test("two presses on the trash delete nobody, two on the confirmation delete once", async ({ page }) => {
    await page.goto("/users");
    let deletions = 0;
    page.on("request", (request) => {
      if (request.method() === "DELETE") deletions += 1;
    });
    await page.getByRole("button", { name: "Supprimer David Colin" }).dblclick();
    await page.mouse.move(0, 0);
    await expect(userList(page).locator("> li")).toHaveCount(4);
    expect(deletions).toBe(0);
    await page.getByRole("button", { name: "Supprimer Anaïs Rousseau" }).click();
    await page.getByRole("button", { name: "Confirmer la suppression" }).dblclick();
    await expect(page.getByText("Le compte de Anaïs Rousseau est supprimé.")).toBeVisible();
    expect(await names(page)).toEqual(["Admin Diapason", "David Colin", "Élise Fontaine"]);
    expect(deletions).toBe(1);
  });

  test("a deletion takes every answer of that person out of the planning, and ends their session", async ({
    page,
    openDevice,
  }) => {
    const anais = await openDevice();
    const member = await returnAsMember(anais, YANNICK, {
      selectedGroup: "1",
    });
    await anais.goto("/");
    const own = { userId: member.id, userName: "Yannick Morel", position: "Batterie" };
    const other = { userId: "x", userName: "Camille Perrin", position: "Lead", status: "present" } as const;
    const events = [
      planned("2025-11-11", "20:00", "Autrefois", { availability: [{ ...own, status: "present" }, other] }),
      planned("2026-11-29", "10:00", "Culte", { availability: [{ ...own, status: "absent" }] }),
    ];
    await page.evaluate((stored) => localStorage.setItem("events", stored), JSON.stringify(events));
    await page.goto("/users");
    await page.getByRole("button", { name: "Supprimer Yannick Morel" }).click();
    await page.getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(page.getByText("Le compte de Yannick Morel est supprimé.")).toBeVisible();
    expect((await storedEvents(page)).map(({ availability }) => availability)).toEqual([[other], []]);
    await lookAgain(anais);
    await expect(anais.getByRole("heading", { level: 1 })).toHaveText("Connexion");
  });

  test("the menu lists those who are no admins with their number, and deletes them in place", async ({ page }) => {
    await page.goto("/");
    await openMenu(page);
    const menu = page.getByRole("region", { name: "Menu utilisateur" });
    await expect(menu).toContainText("Admin Diapason");
    await expect(menu).toContainText("admin@diapason.example");
    await expect(menu.getByRole("region", { name: "Membres" })).toContainText("3");
    await expect(memberList(page).getByRole("listitem")).toHaveText([/Anaïs/, /David Colin/, /Élise/]);
    await memberList(page).getByRole("button", { name: "Supprimer David Colin" }).click();
    await expect(memberList(page).getByRole("button", { name: "Annuler" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(memberList(page).getByRole("button", { name: "Supprimer David Colin" })).toBeFocused();
    await memberList(page).getByRole("button", { name: "Supprimer David Colin" }).click();
    await memberList(page).getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(memberList(page).getByRole("listitem")).toHaveText([/Anaïs Rousseau/, /Élise Fontaine/]);
    await expect(menu).toBeVisible();
  });
});

test("a deletion that fails is only logged, and the person stays in the list", async ({ openDevice }) => {
  const page = await openDevice();
  await registerMember(page.request, DAVID);
  await returnAsAdmin(page);
  await page.goto("/users");
  await page.route(/\/api\/users\/[^/]+$/, (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  const logged = page.waitForEvent("console", (message) => message.text().includes("was not deleted"));
  await page.getByRole("button", { name: "Supprimer David Colin" }).click();
  await page.getByRole("button", { name: "Confirmer la suppression" }).click();
  expect((await logged).text()).toMatch(/^User \S+ was not deleted: server\.unreachable$/);
  await expect(row(page, "David Colin")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("est supprimé")).toHaveCount(0);
});

test("a member has neither the screen nor the list; once promoted they have both at the next look", async ({
  page,
  openDevice,
}) => {
  await returnAsMember(page, ELISE, { selectedGroup: "1" });
  await page.goto("/users");
  await expect(page).toHaveURL("/");
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Gérer les utilisateurs" })).toHaveCount(0);
  await expect(memberList(page)).toHaveCount(0);
  const admin = await openDevice();
  await returnAsAdmin(admin);
  expect((await admin.request.post("/api/users/admins", { data: { email: ELISE.email } })).status()).toBe(200);
  await lookAgain(page);
  await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  await expect(row(page, "Admin Diapason")).toContainText("admin@diapason.example");
  expect(JSON.parse((await storedText(page, "currentUser")) ?? "")).toMatchObject({ isAdmin: true, roles: ["admin"] });
});

test("whoever lost their rights leaves the screen when a call is refused", async ({ page }) => {
  await returnAsMember(page, ELISE, { selectedGroup: "1" });
  await withoutVisitData(page);
  let isAdmin = true;
  await page.route("**/api/auth/get-session", async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, isAdmin } } });
  });
  // The screen's own call is not the one that is refused.
  await page.route("**", (route) => route.fulfill({ json: { to: "people" } }));
  await page.goto("/");
  await openMenu(page);
  await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  isAdmin = false;
  await adminEmail(page).fill(DAVID.email);
  await addAdmin(page).click();
  await expect(page).toHaveURL("/");
});

for (const source of ["the page's own data", "a call"]) {
  test(`a page older than a service keeps its list, with the service from ${source}`, async ({ page, request }) => {
    await registerMember(request, ANAIS);
    await returnAsAdmin(page, { selectedGroup: "1" });
    if (source === "a call") await withoutVisitData(page);
    await page.route(/\/users$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"Saxophone"', '"Kazoo"') });
    });
    await page.goto("/users");
    const service = row(page, "Anaïs Rousseau").getByRole("listitem").filter({ hasText: "Kazoo" });
    await expect(service.locator("svg")).toHaveClass(/lucide-eighth-notes /);
    // Calls that are under way when the test ends.
    await page.unrouteAll({ behavior: "wait" });
  });
}

const ODD_NAMES = [
  person("N".repeat(200), "M".repeat(200), "long", "Bass"),
  person("🎸👩🏽‍🎤", "Émoji", "emoji", "Voix"),
  person("ליאת", "أبو ذيب", "rtl", "Voix"),
  person("<script>alert(1)</script>", "& <b>Fils</b>", "script", "Sono"),
  person("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "X", "word", "DM"),
  person("Tout", "Joueur", "tout", "DM", "Guitare acoustique", "Bass", "Piano", "Clavier", "Batterie", "Percussions"),
] as const;

test("odd names, and somebody without services, fit in list and menu and break no rule of WCAG 2.2 AA", async ({
  page,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const odd of ODD_NAMES) await registerMember(request, odd);
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.route("**/api/users", async (route) => {
    const answer = await route.fetch();
    const rows: { firstName: string; positions: string[] }[] = await answer.json();
    const json = rows.map((user) => (user.firstName === "Tout" ? { ...user, positions: [] } : user));
    await route.fulfill({ response: answer, json });
  });
  await page.goto("/users");
  await expect(row(page, "Tout Joueur")).toContainText("Aucun service");
  await expect(row(page, "<script>alert(1)</script> & <b>Fils</b>")).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBe(0);
  await row(page, "Tout Joueur").getByRole("button", { name: "Supprimer Tout Joueur" }).click();
  await addAdmin(page).click();
  await expectAccessible(page);
  await openMenu(page);
  await memberList(page).getByRole("button", { name: "Supprimer 🎸👩🏽‍🎤 Émoji" }).click();
  expect(await memberList(page).evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await expectAccessible(page);
});
