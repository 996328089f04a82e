import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import {
  dayOf,
  returnAsAdmin,
  returnAsMember,
  signUp,
  storedText,
  upcomingCards,
} from "#test/support/browser/visits.ts";

type Member = { id: string; name: string; services: readonly string[] };

/** Six people who cover the seven roles, one of them the drums and the bass; the others have not answered. */
const SIX = ["Camille Perrin", "David Colin", "Élise Fontaine", "Julien Marchand", "Mathieu Garnier", "Yannick Morel"];
const TEAM: Readonly<Record<string, readonly string[]>> = {
  "Camille Perrin": ["Lead", "Voix"],
  "David Colin": ["Pasteur"],
  "Élise Fontaine": ["Piano", "Voix"],
  "Julien Marchand": ["Guitare électrique"],
  "Mathieu Garnier": ["Sono", "DM"],
  "Yannick Morel": ["Batterie", "Bass"],
  "Thomas Nguyen": ["Batterie", "Percussions"],
};
const DATE = "2099-11-15";

function asPerson(name: string): Person {
  const [firstName = "", lastName = ""] = name.split(" ");
  const email = `${lastName.toLowerCase()}@example.org`;
  return { firstName, lastName, email, password: "motdepasse", services: TEAM[name] ?? [] };
}

/** Registers these people of the team, one after the other on another device. */
async function registerTeam(elsewhere: APIRequestContext, names: readonly string[]): Promise<Member[]> {
  const members: Member[] = [];
  for (const name of names) {
    const { id } = await signUp(elsewhere, asPerson(name));
    members.push({ id, name, services: TEAM[name] ?? [] });
  }
  return members;
}

function presence(members: readonly Member[], names: readonly string[]): StoredEvent["availability"] {
  return members
    .filter(({ name }) => names.includes(name))
    .flatMap(({ id, name, services }) =>
      services.map((position) => ({ userId: id, userName: name, position, status: "present" as const })),
    );
}

function culte(availability: StoredEvent["availability"], date = DATE): StoredEvent {
  return planned(date, "10:00", "Culte", { availability });
}

function verdict(page: Page) {
  return page.getByRole("region", { name: "Peut-on jouer ?" });
}

async function openEvent(page: Page, event: StoredEvent): Promise<void> {
  await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
}

test("roles that one person alone would have to hold at once are covered, but not together", async ({
  page,
  request,
}) => {
  const members = await registerTeam(request, Object.keys(TEAM));
  await openEvent(page, culte(presence(members, SIX)));
  await expect(verdict(page)).toContainText("Couvert, mais pas ensemble");
  await expect(verdict(page)).toContainText(
    "Yannick Morel est la seule personne présente pour la Batterie et pour la Bass, et ne peut pas tenir les deux à la fois.",
  );
  await test.step("the specification's own rule says what it always said", async () => {
    const roles = page.getByRole("region", { name: "Rôles critiques" }).getByRole("listitem");
    await expect(roles).toHaveCount(7);
    await expect(roles.filter({ hasText: "Couvert" })).toHaveCount(7);
    await page.goto("/?mois=2099-11");
    await expect(upcomingCards(page).first()).toContainText("Couvert, mais pas ensemble");
    await expect(upcomingCards(page).first()).not.toContainText("Manque");
    await expect(dayOf(page, DATE).getByRole("img", { name: "Couvert, mais pas ensemble" })).toBeVisible();
    await expect(dayOf(page, DATE).getByRole("img", { name: "Rôles critiques manquants" })).toHaveCount(0);
  });
});

test("an admin sees whose yes would suffice, the swap that it takes, and a message ready to be sent", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const members = await registerTeam(request, Object.keys(TEAM));
  await openEvent(page, culte(presence(members, SIX)));
  const asked = verdict(page).getByRole("list", { name: "Un seul oui suffirait" });
  await expect(asked.getByRole("listitem")).toHaveCount(1);
  await asked.getByText("Thomas Nguyen", { exact: true }).click();
  await expect(asked).toContainText(
    "Thomas Nguyen prendrait la Batterie, et Yannick Morel passerait de la Batterie à la Bass.",
  );
  await expect(asked.getByRole("link", { name: "Écrire un e-mail" })).toHaveAttribute(
    "href",
    /^mailto:nguyen%40example\.org\?subject=Culte&body=Bonjour%20Thomas/,
  );
  await asked.getByRole("button", { name: "Copier le message" }).click();
  await expect(asked.getByRole("status")).toHaveText("Message copié.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("Nous cherchons quelqu'un pour la Batterie");
  await expectAccessible(page);
});

test("a member is told the answer, not whom to ask", async ({ page, request }) => {
  const others = Object.keys(TEAM).filter((name) => name !== "Thomas Nguyen");
  const members = await registerTeam(request, others);
  const event = culte(presence(members, SIX));
  await returnAsMember(page, asPerson("Thomas Nguyen"), { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await expect(verdict(page)).toContainText("Couvert, mais pas ensemble");
  await expect(verdict(page).getByRole("button")).toHaveCount(0);
  await test.step("and what their own answer changes", async () => {
    const mine = page.getByRole("region", { name: "Ma disponibilité" });
    await expect(mine).toContainText("Sans vous, les sept rôles ne peuvent pas être tenus ensemble.");
    await mine.getByRole("button", { name: "Présent", exact: true }).click();
    await expect(verdict(page)).toContainText("Complet, mais fragile");
    const lineUp = verdict(page).getByRole("list", { name: "Formation possible" }).getByRole("listitem");
    await expect(lineUp.filter({ hasText: "Batterie" })).toContainText("Thomas Nguyen");
  });
});

test("a line-up that an absence would break is fragile on its page and complete in the calendar", async ({
  page,
  request,
}) => {
  const members = await registerTeam(request, Object.keys(TEAM));
  await openEvent(page, culte(presence(members, Object.keys(TEAM))));
  await expect(verdict(page)).toContainText("Complet, mais fragile");
  await expect(verdict(page)).toContainText("Les sept rôles sont tenus par sept personnes");
  await page.goto("/?mois=2099-11");
  await expect(dayOf(page, DATE).getByRole("img", { name: "Complet", exact: true })).toBeVisible();
  await expect(upcomingCards(page).first()).not.toContainText("fragile");
});

test("a line-up that stands without any one of its people is complete", async ({ page, request }) => {
  const members = await registerTeam(request, Object.keys(TEAM));
  const twice = members.map((member) => ({ ...member, id: `${member.id}-2`, name: `${member.name} bis` }));
  const everybody = [...members, ...twice];
  const names = everybody.map(({ name }) => name);
  await openEvent(page, culte(presence(everybody, names)));
  await expect(verdict(page)).toContainText("Complet");
  await expect(verdict(page)).not.toContainText("fragile");
  await expect(verdict(page).getByRole("list", { name: "Formation possible" }).getByRole("listitem")).toHaveCount(7);
});

test("missing roles that the silent ones can fill are to be filled, others are out of reach", async ({
  page,
  request,
}) => {
  const members = await registerTeam(request, Object.keys(TEAM));
  const open = culte(presence(members, ["Camille Perrin"]));
  await openEvent(page, open);
  await expect(verdict(page)).toContainText("Rôles à pourvoir");
  await test.step("a team in which nobody holds a role is told so", async () => {
    const poor = culte(presence(members, ["Camille Perrin"]).map((entry) => ({ ...entry, status: "absent" as const })));
    await page.evaluate((stored) => localStorage.setItem("events", stored), JSON.stringify([poor]));
    await page.reload();
    await expect(verdict(page)).toContainText("Hors de portée");
  });
  await page.goto("/?mois=2099-11");
  await expect(dayOf(page, DATE).getByRole("img", { name: "Hors de portée" })).toBeVisible();
  await expect(dayOf(page, DATE).getByRole("img", { name: "Rôles critiques manquants" })).toBeVisible();
  await expect(upcomingCards(page).first()).toContainText(
    "Manque : Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur",
  );
});

test("on a fresh install the sentence says which roles nobody in the team holds yet", async ({ page }) => {
  await openEvent(page, culte([]));
  await expect(verdict(page)).toContainText("Hors de portée");
  await expect(verdict(page)).toContainText(
    "Dans l'équipe, personne n'a encore choisi Lead, Batterie, Bass, Piano, Guitare ni Pasteur parmi ses services",
  );
});

test("two roles that the group lets one person hold make a line-up, and none when they no longer go together", async ({
  page,
  request,
}) => {
  const members = await registerTeam(request, SIX);
  const event = culte(presence(members, SIX));
  await openEvent(page, event);
  await expect(verdict(page)).toContainText("Couvert, mais pas ensemble");
  await page.goto("/group");
  const pair = page
    .getByRole("region", { name: "Rôles combinables" })
    .getByRole("checkbox", { name: "Batterie et Bass", exact: true });
  await pair.click();
  await expect(pair).toBeChecked();
  await page.goto(`/events/${event.id}`);
  await expect(verdict(page)).toContainText("Complet, mais fragile");
  await expect(verdict(page)).toContainText(
    "Les sept rôles sont tenus par six personnes (Yannick Morel : Batterie et Bass)",
  );
  await page.goto("/group");
  await pair.click();
  await expect(pair).not.toBeChecked();
  await page.goto(`/events/${event.id}`);
  await expect(verdict(page)).toContainText("Couvert, mais pas ensemble");
});

test("two pairs that are taken away one after the other both go, although the first press is not stored yet", async ({
  page,
}) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/group");
  const pairs = page.getByRole("region", { name: "Rôles combinables" }).getByRole("checkbox");
  await expect(pairs.nth(0)).toBeChecked();
  await expect(pairs.nth(1)).toBeChecked();
  // As while another tab stores something.
  await page.evaluate(async () => {
    const held = Promise.withResolvers<void>();
    Object.assign(window, { release: held.resolve });
    await new Promise<void>((resolve) => {
      void navigator.locks.request("diapason.planning", () => {
        resolve();
        return held.promise;
      });
    });
  });
  await pairs.nth(0).click();
  await pairs.nth(1).click();
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await expect.poll(async () => (await storedText(page, "combinablePairs"))?.match(/\[/g)?.length).toBe(3);
  await page.reload();
  await expect(pairs.nth(0)).not.toBeChecked();
  await expect(pairs.nth(1)).not.toBeChecked();
});

test("the bench says how many of the team can hold each critical role, and who", async ({ page, request }) => {
  await registerTeam(request, Object.keys(TEAM));
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/group");
  const bench = page.getByRole("region", { name: "Banc" });
  await expect(bench.getByRole("listitem")).toHaveCount(7);
  await expect(bench.getByRole("listitem").filter({ hasText: "Batterie" })).toContainText(
    /Yannick Morel et Thomas Nguyen\s+2 personnes/,
  );
  await expect(bench.getByRole("listitem").filter({ hasText: "Piano" })).toContainText("1 personne");
  await expectAccessible(page);
});
