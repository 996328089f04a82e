import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { chooseRoles, openMore, role } from "#test/support/browser/required-roles.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, signUp, upcomingCard } from "#test/support/browser/visits.ts";

const REHEARSAL = planned("2099-11-19", "19:30", "Répétition");
const SINGERS = ["Ruth Diallo", "Anaïs Rousseau", "Inès Moreau"];
/** They come; the third singer answers later. */
const COMING = new Set(["Léa Colin", "Ruth Diallo", "Anaïs Rousseau"]);

async function eventWithSingers(request: APIRequestContext): Promise<{ event: StoredEvent; ids: readonly string[] }> {
  const availability: StoredEvent["availability"] = [];
  const ids: string[] = [];
  for (const name of ["Léa Colin", ...SINGERS]) {
    const [firstName = "", lastName = ""] = name.split(" ");
    const services = SINGERS.includes(name) ? ["Voix"] : ["Lead"];
    const email = `${lastName.toLowerCase()}@example.org`;
    const { id } = await signUp(request, { firstName, lastName, email, password: "double-croche", services });
    ids.push(id);
    const [position = ""] = services;
    if (COMING.has(name)) availability.push({ userId: id, userName: name, position, status: "present" });
  }
  return { event: { ...REHEARSAL, availability }, ids };
}

const PLANNINGS = [
  {
    planning: "a planning of one browser",
    arrive: async (page: Page, events: readonly StoredEvent[]) => {
      await returnAsAdmin(page, { events, selectedGroup: "1" });
      await page.goto("/");
    },
    join: async () => {},
    settle: async () => {},
  },
  {
    planning: "a shared planning",
    arrive: arriveAsAdmin,
    join: async (page: Page, ids: readonly string[]) => {
      for (const id of ids) expect((await page.request.put(`/api/groups/1/members/${id}`)).ok()).toBe(true);
    },
    settle: expectUpToDate,
  },
];

function rolesOfGroup(page: Page): Locator {
  return region(page, "Rôles nécessaires");
}

function keptRows(page: Page): Locator {
  return region(page, "Formation retenue").getByRole("list", { name: "Formation retenue" }).getByRole("listitem");
}

async function answerFor(page: Page, name: string, answer: string): Promise<void> {
  await button(page, `Répondre pour ${name}`).click();
  await page
    .getByRole("group", { name: `Répondre pour ${name}` })
    .getByRole("button", { name: answer })
    .click();
}

for (const { planning, arrive, join, settle } of PLANNINGS) {
  test.describe(`in ${planning}`, () => {
    test("two singers are needed: one is not enough, two are kept, and the one who leaves is replaced", async ({
      page,
      request,
    }) => {
      const { event, ids } = await eventWithSingers(request);
      await arrive(page, [event]);
      await join(page, ids);
      await page.goto("/group");

      await test.step("the group says how many, and is told of what cannot be", async () => {
        for (const name of ["Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"])
          await role(rolesOfGroup(page), name).uncheck();
        await expect(field(page, "Nombre pour Voix")).toHaveCount(0);
        await role(rolesOfGroup(page), "Voix").check();
        await expect(field(page, "Nombre pour Voix")).toHaveValue("1");
        await field(page, "Nombre pour Voix").fill("9");
        await expect(field(page, "Nombre pour Voix")).toHaveValue("6");
        await field(page, "Nombre pour Lead").fill("6");
        await role(rolesOfGroup(page), "Violon").check();
        await field(page, "Nombre pour Violon").fill("5");
        await expect(page.getByRole("alert")).toHaveText("16 places au plus");
        await expect(field(page, "Nombre pour Violon")).toHaveValue("1");
        await role(rolesOfGroup(page), "Violon").uncheck();
        await field(page, "Nombre pour Lead").fill("1");
        await expect(page.getByRole("alert")).toHaveCount(0);
        await field(page, "Nombre pour Voix").press("ArrowDown");
        await expect(field(page, "Nombre pour Voix")).toHaveValue("5");
        await field(page, "Nombre pour Voix").fill("");
        await field(page, "Nombre pour Voix").fill("2");
        await expect(rolesOfGroup(page)).toContainText("3 places");
        await expectAccessible(page);
        await settle(page);
      });

      await page.goto(`/events/${event.id}`);
      await test.step("one of two is said everywhere", async () => {
        const voices = region(page, "Rôles critiques").getByRole("listitem").filter({ hasText: "Voix" });
        await expect(voices).toContainText("Couvert");
        await answerFor(page, "Anaïs Rousseau", "Absent");
        await expect(voices).toContainText("Manquant 1 sur 2");
        await expect(region(page, "Peut-on jouer ?")).toContainText(
          "Une seule personne est présente pour la Voix, et il en faut deux. Les réponses qui manquent peuvent encore suffire.",
        );
        await expectAccessible(page);
        await settle(page);
        await page.goto("/");
        await expect(upcomingCard(page, "Répétition")).toContainText("Manque : Voix (1 sur 2)");
        await page.goto("/grid?mois=2099-11");
        await expect(page.getByRole("row", { name: /Rôles manquants/ })).toContainText("Voix (1 sur 2)");
        await page.goto(`/events/${event.id}`);
        await answerFor(page, "Anaïs Rousseau", "Présent");
      });

      await test.step("the line-up has a select for each place, and nobody has two of one role", async () => {
        await expect(page.getByRole("combobox", { name: "Voix 1", exact: true })).toBeVisible();
        await expect(field(page, "Voix 1").getByRole("option")).toHaveText([
          "À pourvoir",
          "Anaïs Rousseau · déjà Voix 2",
          "Ruth Diallo",
        ]);
        await field(page, "Voix 1").selectOption({ label: "Anaïs Rousseau · déjà Voix 2" });
        await button(page, "Retenir cette formation").click();
        await expect(page.getByRole("alert")).toHaveText("Anaïs Rousseau ne peut pas tenir deux places de Voix.");
        await field(page, "Voix 2").selectOption({ label: "Ruth Diallo" });
        await expectAccessible(page);
        await button(page, "Retenir cette formation").click();
        await expect(keptRows(page)).toHaveText([
          /^Lead.*Léa Colin/,
          /^Voix 1.*Anaïs Rousseau/,
          /^Voix 2.*Ruth Diallo/,
        ]);
        await settle(page);
      });

      await test.step("whoever leaves is replaced in their place", async () => {
        await answerFor(page, "Anaïs Rousseau", "Absent");
        await expect(region(page, "Réparation proposée")).toContainText("Il manque toujours quelqu'un pour la Voix.");
        await answerFor(page, "Inès Moreau", "Présent");
        await expect(region(page, "Réparation proposée")).toContainText("Inès Moreau prend la Voix.");
        await expect(keptRows(page).nth(1)).toContainText(/Voix 1.*Anaïs Rousseau\s*Absent\s*puis.*Inès Moreau/);
        await expect(keptRows(page).nth(2)).not.toContainText("puis");
        await expectAccessible(page);
        await settle(page);
        await button(page, "Appliquer la réparation").click();
        await expect(keptRows(page)).toHaveText([/^Lead.*Léa Colin/, /^Voix 1.*Inès Moreau/, /^Voix 2.*Ruth Diallo/]);
        await settle(page);
      });

      await test.step("fewer are needed: the line-up stays, and stands", async () => {
        await page.getByRole("link", { name: "Modifier l'événement" }).click();
        await openMore(page);
        await chooseRoles(page, ["Lead", "Voix"]);
        await expect(field(page, "Nombre pour Voix")).toHaveValue("2");
        await field(page, "Nombre pour Voix").fill("1");
        await button(page, "Enregistrer les modifications").click();
        await expect(keptRows(page)).toHaveCount(3);
        await expect(page.getByText("Formation à réparer")).toHaveCount(0);
      });
    });
  });
}

test("a role and a name of one long word fit a phone, also in a repair", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [longRole, firstName, lastName] = ["M".repeat(40), "W".repeat(100), "X".repeat(100)];
  const manyWords = "Guitare rythmique et chœurs de la relève";
  const person = { firstName, lastName, email: "w@example.org", password: "double-croche", services: ["Lead"] };
  const { id } = await signUp(page.request, person);
  const entry = { userId: id, userName: `${firstName} ${lastName}`, status: "present" } as const;
  const availability = ["Lead", longRole, manyWords].map((position) => ({ ...entry, position }));
  const lineUp = [{ role: longRole, userId: id }];
  const event = { ...REHEARSAL, requiredRoles: ["Lead", longRole, longRole, manyWords], availability, lineUp };
  await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await expect(region(page, "Réparation proposée")).toContainText(longRole);
  await expect(region(page, "Peut-on jouer ?")).toContainText(longRole);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(360);
  await button(page, "Modifier la formation").click();
  const selects = region(page, "Formation retenue").getByRole("combobox");
  await expect(selects).toHaveCount(4);
  expect(await width()).toBe(360);
  for (const select of await selects.all()) {
    await select.scrollIntoViewIfNeeded();
    await expect(select).toBeInViewport({ ratio: 1 });
    expect((await select.boundingBox())?.width).toBeGreaterThanOrEqual(96);
  }
});
