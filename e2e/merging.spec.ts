import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const SPELLED = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"];
const NAMES = Array.from({ length: 30 }, (_, index) => ({
  firstName: `Élise-${SPELLED[index % 10]}`,
  lastName: ["D'Hôtel", "L'Évêque", "Noël-Petit"][Math.floor(index / 10)] ?? "",
}));
const ANNA = { firstName: "Anna", lastName: "Petit" };
const FIRST_SHAPE = NAMES.map(({ firstName, lastName }, index) =>
  [firstName, lastName, index % 3 === 0 ? "" : `p${index}@example.org`, "Voix, Piano"].join("\t"),
).join("\n");
/** Without accents, apostrophes and hyphens, in capitals, with the last name first, and other addresses. */
const SECOND = NAMES.map(({ firstName, lastName }) =>
  [lastName, firstName].map((name) =>
    name
      .normalize("NFD")
      .replaceAll(/[\u0300-\u036F']/g, "")
      .replaceAll("-", " ")
      .toUpperCase(),
  ),
);
const SECOND_SHAPE = [
  "NOM;PRENOM;MAIL",
  ...SECOND.map((names, index) => [...names, `q${index}@example.org`].join(";")),
].join("\n");
const SECOND_NAMES = SECOND.map((names) => names.toReversed().join(" "));

function region(page: Page): Locator {
  return page.getByRole("region", { name: "Peut-être la même personne" });
}

function people(page: Page): Locator {
  return page.getByRole("list", { name: "Utilisateurs" }).locator("> li");
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole("link", { name: "Ajouter des personnes" }).click();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel("Une personne par ligne : prénom ; nom ; adresse e-mail ; services").focus();
  await page.keyboard.press("ControlOrMeta+v");
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a team of 30 that was imported twice in two shapes ends with 30 people", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users");
  await paste(page, FIRST_SHAPE);
  await page.getByRole("button", { name: "Ajouter 30 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "30 personnes ajoutées" })).toBeVisible();
  await page.goto("/users");
  await expect(people(page)).toHaveCount(31);
  await expect(region(page)).toHaveCount(0);

  // Ten get the address that they lacked; of twenty it asks, and three answers are wrong.
  await paste(page, SECOND_SHAPE);
  const others = page.getByRole("checkbox", { name: "C'est une autre personne" });
  await expect(others.first()).toBeVisible();
  for (const index of [1, 2, 4]) {
    const name = SECOND_NAMES[index] ?? "";
    await page.getByRole("checkbox", { name: "C'est une autre personne", description: name }).check();
  }
  await page.getByRole("button", { name: "Ajouter 13 personnes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "personnes ajoutées" })).toBeVisible();
  await page.goto("/users");
  await expect(people(page)).toHaveCount(34);
  await expectAccessible(page);

  const pairs = region(page).getByRole("listitem");
  await expect(pairs).toHaveCount(3);
  for (const left of [2, 1, 0]) {
    await pairs.first().getByRole("button", { name: "Réunir", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("C'est définitif");
    await dialog.getByRole("button", { name: "Réunir", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(pairs).toHaveCount(left);
  }
  await expect(people(page)).toHaveCount(31);
  await page.reload();
  await expect(people(page)).toHaveCount(31);
  await expect(region(page)).toHaveCount(0);
});

test("two rows of one person are asked about where they play, and merged from a row, on a phone", async ({
  page,
  openDevice,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await arriveAsAdmin(page, [CULTE], "/users");
  const twice = [
    { firstName: "Anna", lastName: "Petit", positions: ["Batterie", "Guitare acoustique"] },
    { firstName: "PETIT", lastName: "anna", positions: ["Bass", "Guitare électrique"] },
  ];
  const added = await page.request.post("/api/people", { data: { groupId: "1", people: twice } });
  const rows = (await added.json()) as { id: string }[];
  for (const { id } of rows) {
    const answered = await page.request.put(`/api/events/${CULTE.id}/availability/${id}`, {
      data: { status: "present" },
    });
    expect(answered.ok()).toBe(true);
  }
  const member = await openDevice({ viewport: { width: 360, height: 740 } });
  await arriveAsMember(member, { ...ANNA, email: "anna@example.org", password: "tilleul", services: ["Voix"] });
  await member.getByRole("button", { name: "Rejoindre", exact: true }).click();
  await expect(member.getByRole("status").filter({ hasText: "La question a été posée à un admin" })).toBeVisible();

  await page.goto(`/events/${CULTE.id}`);
  const play = page.getByRole("region", { name: "Peut-on jouer ?" });
  const question = /Deux personnes portent le nom (Anna Petit|PETIT anna)\s: est-ce la même\s\?/;
  await expect(play).toContainText(question);
  await member.goto(`/events/${CULTE.id}`);
  await expect(member.getByRole("region", { name: "Peut-on jouer ?" })).toContainText("Batterie");
  await expect(member.getByText(question)).toHaveCount(0);

  await page.goto("/users");
  await expect(region(page).getByRole("listitem")).toHaveCount(3);
  const apart = region(page).getByRole("listitem").filter({ hasText: "anna@example.org" });
  for (const left of [2, 1]) {
    await apart.first().getByRole("button", { name: "Deux personnes différentes" }).click();
    await expect(region(page).getByRole("listitem")).toHaveCount(left);
  }
  await people(page).filter({ hasText: "Batterie" }).getByRole("button", { name: "Réunir avec" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Réunir avec").selectOption({ label: "PETIT anna (Bass, Guitare électrique)" });
  await expect(dialog.getByRole("button", { name: "Réunir", exact: true })).toBeDisabled();
  await dialog.getByRole("radio", { name: "Guitare électrique" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Réunir", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(region(page)).toHaveCount(0);
  await expect(people(page).filter({ hasText: "Batterie" }).getByRole("listitem")).toHaveText([
    "Guitare électrique",
    "Bass",
    "Batterie",
  ]);
});
