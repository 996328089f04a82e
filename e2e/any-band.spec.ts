import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { BRASS_BAND, BRASS_PLACES } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { role, SEVEN } from "#test/support/browser/required-roles.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { upcomingCard } from "#test/support/browser/visits.ts";

const CONCERT = planned("2099-11-15", "20:30", "Concert d'automne");
const OWN_SERVICES = Object.keys(BRASS_PLACES).filter((name) => name !== "Percussions");
/** Answers only after the line-up is kept. */
const LATE = "Emma";

function keptRows(page: Page) {
  return region(page, "Formation retenue").getByRole("list", { name: "Formation retenue" }).getByRole("listitem");
}

async function allButOneCome(page: Page): Promise<void> {
  const users: { id: string; firstName: string }[] = await (await page.request.get("/api/users")).json();
  for (const { firstName } of BRASS_BAND.filter((person) => person.firstName !== LATE)) {
    const userId = users.find((user) => user.firstName === firstName)?.id;
    const data = { status: "present" };
    expect((await page.request.put(`/api/events/${CONCERT.id}/availability/${userId}`, { data })).ok()).toBe(true);
  }
}

async function answerFor(page: Page, name: string, answer: string): Promise<void> {
  await button(page, `Répondre pour ${name}`).click();
  await button(page.getByRole("group", { name: `Répondre pour ${name}` }), answer).click();
}

test("a brass band of fourteen: from its first service of its own to a line-up that is kept and repaired", async ({
  page,
}) => {
  await arriveAsAdmin(page, [CONCERT]);

  await test.step("its services are added", async () => {
    await openMenu(page);
    await page.getByRole("link", { name: "Services", exact: true }).click();
    for (const name of OWN_SERVICES) {
      await field(page, "Nouveau service").fill(name);
      await button(page, "Ajouter le service").click();
      await expect(button(page, `Renommer ${name}`)).toBeVisible();
    }
  });

  await test.step("its people are brought in with them", async () => {
    await page.goto("/users/add");
    await field(page, "Une personne par ligne : prénom ; nom ; adresse e-mail ; services").fill(
      BRASS_BAND.map(
        ({ firstName, lastName, services }) => `${firstName} ; ${lastName} ; ; ${services.join(", ")}`,
      ).join("\n"),
    );
    await button(page, "Ajouter 14 personnes").click();
    await expect(page.getByRole("status").filter({ hasText: "14 personnes ajoutées" })).toBeVisible();
    await page.goto("/services");
    const trumpets = page.getByRole("listitem").filter({ has: button(page, "Renommer Trompette") });
    await expect(trumpets).toContainText("4 personnes");
  });

  await test.step("it says how many of each it needs", async () => {
    await page.goto("/group");
    const roles = region(page, "Rôles nécessaires");
    for (const name of SEVEN) await role(roles, name).uncheck();
    for (const [name, count] of Object.entries(BRASS_PLACES)) {
      await role(roles, name).check();
      await field(page, `Nombre pour ${name}`).fill(String(count));
    }
    await expect(roles).toContainText("11 places");
    await expectAccessible(page);
    await expectUpToDate(page);
    await page.goto("/");
    await expect(upcomingCard(page, CONCERT.name)).toContainText(
      "Manque : Percussions, Trompette (0 sur 3), Trombone (0 sur 2), Tuba, Cor (0 sur 2), Bugle, Euphonium",
    );
  });

  await test.step("a place for each is kept", async () => {
    await allButOneCome(page);
    await page.goto(`/events/${CONCERT.id}`);
    await expect(field(page, "Trompette 3")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Retenir cette formation").click();
    await expect(keptRows(page)).toHaveText([
      /^Percussions.*(Marc Henry|Nora Bonnet)/,
      /^Trompette 1.*(Alice|Basile|Clara)/,
      /^Trompette 2.*(Alice|Basile|Clara)/,
      /^Trompette 3.*(Alice|Basile|Clara)/,
      /^Trombone 1.*(Hugo Leroy|Iris Blanc)/,
      /^Trombone 2.*(Hugo Leroy|Iris Blanc)/,
      /^Tuba.*(Karim Saïdi|Lucie Robin)/,
      /^Cor 1.*(Fabien Girard|Gaëlle Masson)/,
      /^Cor 2.*(Fabien Girard|Gaëlle Masson)/,
      /^Bugle.*Denis Faure/,
      /^Euphonium.*(Jules Muller|Karim Saïdi)/,
    ]);
  });

  await test.step("whoever leaves is replaced in two moves, whose roles stand out", async () => {
    const repair = region(page, "Réparation proposée");
    await answerFor(page, "Clara Vidal", "Absent");
    await expect(repair).toContainText("Il manque toujours quelqu'un pour le Bugle.");
    await answerFor(page, "Emma Lopez", "Présent");
    await expect(repair).toContainText(
      "Denis Faure passe du Bugle à la Trompette, Emma Lopez prend le Bugle. Rien d'autre ne change.",
    );
    await expect(repair.getByRole("strong")).toHaveText(["Bugle", "Trompette", "Bugle"]);
    await expectAccessible(page);
    await button(page, "Appliquer la réparation").click();
    await expect(page.getByRole("status").filter({ hasText: "Formation réparée." })).toBeVisible();
    await expect(keptRows(page).filter({ hasText: "Bugle" })).toContainText("Emma Lopez");
    await expect(keptRows(page).filter({ hasText: "Trompette" }).filter({ hasText: "Denis Faure" })).toHaveCount(1);
    await expectUpToDate(page);
  });
});
