import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { dayOf, returnAsAdmin, returnAsMember, signUp, upcomingCards } from "#test/support/browser/visits.ts";

const DATE = "2099-11-22";
const TEAM: Readonly<Record<string, readonly string[]>> = {
  "Hélène Brunet": ["Lead", "Piano", "Clavier"],
  "Thomas Nguyen": ["Batterie", "Percussions"],
  "Yannick Morel": ["Batterie", "Bass"],
  "Élise Fontaine": ["Piano", "Voix"],
  "Julien Marchand": ["Guitare électrique"],
  "Mathieu Garnier": ["Sono", "DM"],
  "David Colin": ["Pasteur"],
  "Samuel Okafor": ["Bass"],
};
/** Answers only after the line-up is kept. */
const SAMUEL = "Samuel Okafor";

type Member = { id: string; name: string };

function asPerson(name: string): Person {
  const [firstName = "", lastName = ""] = name.split(" ");
  const email = `${lastName.toLowerCase()}@example.org`;
  return { firstName, lastName, email, password: "motdepasse", services: TEAM[name] ?? [] };
}

function presenceOf({ id, name }: Member): StoredEvent["availability"] {
  return (TEAM[name] ?? []).map((position) => ({ userId: id, userName: name, position, status: "present" as const }));
}

/** The rows of the kept line-up, each with its role and who takes it. */
function keptRows(page: Page) {
  return region(page, "Formation retenue").getByRole("list", { name: "Formation retenue" }).getByRole("listitem");
}

function keptRow(page: Page, role: string) {
  return keptRows(page).filter({ hasText: role });
}

function mine(page: Page) {
  return region(page, "Ma disponibilité");
}

const SENTENCE = "Yannick Morel passe de la Bass à la Batterie, Samuel Okafor prend la Bass. Rien d'autre ne change.";

test("two present people of one name are told apart by their services, where both can be chosen", async ({ page }) => {
  const annas = [
    { userId: "a1", userName: "Anna Petit", position: "Lead" },
    { userId: "a1", userName: "Anna Petit", position: "Voix" },
    { userId: "a2", userName: "Anna PETIT", position: "Lead" },
    { userId: "p1", userName: "Paul Roy", position: "Lead" },
  ];
  const others = ["Batterie", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"].map((position, index) => ({
    userId: `o${index}`,
    userName: `Personne ${index}`,
    position,
  }));
  const availability = [...annas, ...others].map((entry) => ({ ...entry, status: "present" as const }));
  const event = planned(DATE, "10:00", "Culte", { availability });
  await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await expect(field(page, "Lead :").getByRole("option")).toHaveText([
    "À pourvoir",
    "Anna Petit (Lead, Voix)",
    "Anna PETIT (Lead)",
    "Paul Roy",
  ]);
});

test("a change that cannot be stored is told, also while the line-up is to be repaired", async ({ page }) => {
  const availability = [
    { userId: "p1", userName: "Paul Roy", position: "Lead", status: "absent" as const },
    { userId: "a1", userName: "Anna Petit", position: "Lead", status: "present" as const },
  ];
  const event = planned(DATE, "10:00", "Culte", { availability, lineUp: [{ role: "Lead", userId: "p1" }] });
  await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await expect(region(page, "Réparation proposée")).toBeVisible();
  await button(page, "Modifier la formation").click();
  await field(page, "Lead :").selectOption({ label: "Anna Petit" });
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await button(page, "Retenir cette formation").click();
  await expect(page.getByRole("alert")).toContainText("La formation n'a pas pu être enregistrée");
});

test.describe("in a planning of one browser", () => {
  test("a line-up is kept, seen by its musicians, broken by a drop-out, and repaired in two moves", async ({
    page,
    request,
  }) => {
    const members: Member[] = [];
    for (const name of Object.keys(TEAM)) {
      const { id } = await signUp(request, asPerson(name));
      members.push({ id, name });
    }
    const isSamuel = ({ name }: Member) => name === SAMUEL;
    const event = planned(DATE, "10:00", "Culte", {
      availability: members.filter((member) => !isSamuel(member)).flatMap(presenceOf),
    });
    await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
    await page.goto(`/events/${event.id}`);

    await test.step("who can, and who is double, is said by role", async () => {
      const drums = field(page, "Batterie :");
      await expect(drums).toHaveValue(members.find(({ name }) => name === "Thomas Nguyen")?.id ?? "");
      await expect(drums.getByRole("option")).toHaveText(["À pourvoir", "Thomas Nguyen", "Yannick Morel · déjà Bass"]);
    });

    await test.step("roles that do not go together are refused here", async () => {
      await field(page, "Batterie :").selectOption({ label: "Yannick Morel · déjà Bass" });
      await button(page, "Retenir cette formation").click();
      await expect(page.getByRole("alert")).toHaveText(
        "Yannick Morel ne peut pas tenir à la fois la Batterie et la Bass.",
      );
      await expect(field(page, "Batterie :")).toBeFocused();
      await field(page, "Batterie :").selectOption({ label: "Thomas Nguyen" });
      await expectAccessible(page);
    });

    await button(page, "Retenir cette formation").click();
    await expect(page.getByRole("heading", { name: "Formation retenue" })).toBeFocused();
    await expect(keptRows(page)).toHaveCount(7);
    await expect(keptRow(page, "Batterie")).toContainText("Thomas Nguyen");
    await expectAccessible(page);

    await test.step("it can be changed, and dropped in two steps, and both be taken back", async () => {
      await button(page, "Modifier la formation").click();
      await expect(field(page, "Lead :")).toBeFocused();
      await field(page, "Batterie :").selectOption({ label: "À pourvoir" });
      await button(page, "Retenir cette formation").click();
      await expect(button(page, "Modifier la formation")).toBeFocused();
      await expect(keptRow(page, "Batterie")).toContainText("À pourvoir");
      await expect(region(page, "Réparation proposée")).toContainText("Thomas Nguyen prend la Batterie.");
      await page.getByRole("status").getByRole("button", { name: "Annuler", exact: true }).click();
      await expect(keptRow(page, "Batterie")).toContainText("Thomas Nguyen");
      await button(page, "Annuler la formation").click();
      await button(page, "Confirmer la suppression").click();
      await expect(region(page, "Formation retenue")).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "Peut-on jouer ?" })).toBeFocused();
      await page.getByRole("status").getByRole("button", { name: "Annuler", exact: true }).click();
      await expect(keptRows(page)).toHaveCount(7);
    });

    await test.step("somebody else takes the drummer's place on Friday", async () => {
      for (const [name, answer] of [
        ["Thomas Nguyen", "Absent"],
        [SAMUEL, "Présent"],
      ] as const) {
        await button(page, `Répondre pour ${name}`).click();
        await page
          .getByRole("group", { name: `Répondre pour ${name}` })
          .getByRole("button", { name: answer })
          .click();
      }
      await expect(region(page, "Formation retenue")).toContainText("Formation à réparer");
      await expect(region(page, "Réparation proposée")).toContainText(SENTENCE);
      await expect(keptRow(page, "Batterie")).toContainText(/Thomas Nguyen\s*Absent\s*puis.*Yannick Morel/);
      await expectAccessible(page);
    });

    await test.step("calendar and list say so", async () => {
      await page.goto("/?mois=2099-11");
      await expect(upcomingCards(page).first()).toContainText("Formation à réparer");
      await expect(dayOf(page, DATE).getByRole("img", { name: "Formation à réparer" })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/events/${event.id}`);
    });

    await button(page, "Appliquer la réparation").click();
    await expect(page.getByRole("heading", { name: "Formation retenue" })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "Formation réparée." })).toBeVisible();
    await expect(region(page, "Réparation proposée")).toHaveCount(0);
    await expect(keptRow(page, "Batterie")).not.toContainText("Thomas Nguyen");
    await page.getByRole("status").getByRole("button", { name: "Annuler", exact: true }).click();
    await expect(region(page, "Réparation proposée")).toContainText(SENTENCE);
  });
});

test.describe("in a shared planning", () => {
  /** Everybody registers and, all but Samuel, comes. These people have devices of their own. */
  async function gather(
    eventId: string,
    elsewhere: APIRequestContext,
    devices: Readonly<Record<string, Page>>,
  ): Promise<void> {
    for (const name of Object.keys(TEAM)) {
      const device = devices[name];
      if (device === undefined) await signUp(elsewhere, asPerson(name));
      else await returnAsMember(device, asPerson(name), { selectedGroup: "1" });
      const request = device?.request ?? elsewhere;
      expect((await request.put("/api/groups/1/members/me")).ok()).toBe(true);
      if (name !== SAMUEL) await answer(request, eventId, "present");
    }
  }

  async function answer(request: APIRequestContext, eventId: string, status: "present" | "absent"): Promise<void> {
    const given = await request.put(`/api/events/${eventId}/availability`, { data: { status } });
    expect(given.ok()).toBe(true);
  }

  const CULTE = planned(DATE, "10:00", "Culte");

  test("musicians see what they play, and after a repair of two moves what they play now", async ({
    page,
    openDevice,
    context,
    request,
  }) => {
    await arriveAsAdmin(page, [CULTE]);
    const [thomas, yannick, samuel] = [await openDevice(), await openDevice(), await openDevice()];
    await gather(CULTE.id, request, { "Thomas Nguyen": thomas, "Yannick Morel": yannick, [SAMUEL]: samuel });
    await yannick.goto(`/events/${CULTE.id}`);
    await page.goto(`/events/${CULTE.id}`);
    await field(page, "Bass :").selectOption({ label: "Yannick Morel" });
    await button(page, "Retenir cette formation").click();
    await expect(keptRows(page)).toHaveCount(7);

    await test.step("on the event's page, in the list and in the calendar, without buttons", async () => {
      await expect(mine(yannick)).toContainText("Vous jouez : Bass");
      await expect(keptRow(yannick, "Batterie")).toContainText("Thomas Nguyen");
      await expect(region(yannick, "Formation retenue").getByRole("button")).toHaveCount(0);
      await expectAccessible(yannick);
      await yannick.goto("/?mois=2099-11");
      await expect(upcomingCards(yannick).first()).toContainText("Vous jouez : Bass");
      await expect(dayOf(yannick, DATE)).toContainText("Vous jouez : Bass");
      await expectAccessible(yannick);
      await yannick.goto(`/events/${CULTE.id}`);
    });

    await answer(thomas.request, CULTE.id, "absent");
    await expect(region(page, "Réparation proposée")).toContainText("Il manque toujours quelqu'un pour la Bass.");
    await answer(samuel.request, CULTE.id, "present");
    await expect(region(page, "Réparation proposée")).toContainText(SENTENCE);
    await expect(yannick.getByText("Formation à réparer")).toHaveCount(0);

    await test.step("offline nothing is kept or repaired", async () => {
      await context.setOffline(true);
      await expect(button(page, "Appliquer la réparation")).toBeDisabled();
      await expect(region(page, "Réparation proposée")).toContainText("Hors ligne");
      await expect(button(page, "Modifier la formation")).toBeDisabled();
      await context.setOffline(false);
      await expect(button(page, "Appliquer la réparation")).toBeEnabled();
    });

    await button(page, "Appliquer la réparation").click();
    await expect(page.getByRole("status").filter({ hasText: "Formation réparée." })).toBeVisible();
    for (const [device, role] of [
      [yannick, "Batterie"],
      [samuel, "Bass"],
    ] as const) {
      await device.goto(`/events/${CULTE.id}`);
      await expect(mine(device)).toContainText(`Vous jouez : ${role}`);
    }
  });

  test("two admins: what one changes, the other sees; a repair that is no longer right is refused, and the new one shown", async ({
    page,
    openDevice,
    request,
  }) => {
    await arriveAsAdmin(page, [CULTE]);
    const [thomas, samuel, other] = [await openDevice(), await openDevice(), await openDevice()];
    await gather(CULTE.id, request, { "Thomas Nguyen": thomas, [SAMUEL]: samuel });
    await returnAsAdmin(other, { selectedGroup: "1" });
    await other.goto(`/events/${CULTE.id}`);
    await page.goto(`/events/${CULTE.id}`);
    await button(page, "Retenir cette formation").click();
    await expect(keptRows(other)).toHaveCount(7);

    await test.step("while one changes it, the other keeps another one", async () => {
      await button(page, "Modifier la formation").click();
      await button(other, "Modifier la formation").click();
      await field(other, "Sono :").selectOption({ label: "À pourvoir" });
      await button(other, "Retenir cette formation").click();
      await expect(keptRow(other, "Sono")).toContainText("À pourvoir");
      await expect(region(page, "Formation retenue")).toContainText("La formation vient d'être changée par ailleurs.");
      await button(page, "Retenir cette formation").click();
      await expect(keptRow(other, "Sono")).toContainText("Mathieu Garnier");
    });

    await test.step("what the other keeps is not undone by who kept before", async () => {
      await button(other, "Modifier la formation").click();
      await field(other, "Pasteur :").selectOption({ label: "À pourvoir" });
      await button(other, "Retenir cette formation").click();
      await expect(keptRow(page, "Pasteur")).toContainText("À pourvoir");
      await page.getByRole("status").getByRole("button", { name: "Annuler", exact: true }).click();
      await expect(page.getByText("La formation a été changée entre-temps")).toBeVisible();
      await expect(keptRow(page, "Pasteur")).toContainText("À pourvoir");
      await other.getByRole("status").getByRole("button", { name: "Annuler", exact: true }).click();
      await expect(keptRow(page, "Pasteur")).toContainText("David Colin");
    });

    await answer(samuel.request, CULTE.id, "present");
    await answer(thomas.request, CULTE.id, "absent");
    await expect(region(page, "Réparation proposée")).toContainText(SENTENCE);
    await test.step("somebody on the repair drops out while it is being sent", async () => {
      await page.route("**/line-up", async (route) => {
        await answer(samuel.request, CULTE.id, "absent");
        await route.continue();
      });
      await button(page, "Appliquer la réparation").click();
      await expect(region(page, "Réparation proposée").getByRole("alert")).toContainText("ont changé entre-temps");
      await expect(region(page, "Réparation proposée")).not.toContainText(SAMUEL);
      await expect(keptRow(other, "Batterie")).toContainText("Thomas Nguyen");
    });
  });
});
