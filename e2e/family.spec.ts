import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const EVENTS = [CULTE, planned("2099-11-22", "10:00", "Culte"), planned("2099-11-29", "18:00", "Veillée")];
const CHILDREN = ["Léa", "Tom", "Zoé"];

test.use({ viewport: { width: 360, height: 740 }, settings: LINK_SETTINGS, now: "2099-11-12T18:00:00Z" });

interface Team {
  /** Calls as the admin. */
  readonly admin: APIRequestContext;
  readonly guardianId: string;
  /** The ids of the three children, who are entrusted to the user. */
  readonly childIds: readonly string[];
}

async function entrust({ admin, guardianId }: Omit<Team, "childIds">, childId: string): Promise<void> {
  expect((await admin.put(`/api/users/${childId}/guardians/${guardianId}`)).status()).toBe(204);
}

/** A phone of somebody to whom three children of the first group are entrusted, on the dashboard. */
async function arriveAsFamily(page: Page, device: Page): Promise<Team> {
  await sharePlanning(device, EVENTS);
  const admin = device.request;
  const guardianId = await arriveAsMember(page, YANNICK);
  expect((await page.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  const people = CHILDREN.map((firstName) => ({ firstName, lastName: "Petit", positions: ["Voix"] }));
  const added = await (await admin.post("/api/people", { data: { groupId: "1", people } })).json();
  const childIds = (added as { id: string }[]).map(({ id }) => id);
  for (const id of childIds) await entrust({ admin, guardianId }, id);
  return { admin, guardianId, childIds };
}

function toAnswer(page: Page): Locator {
  return page.getByRole("region", { name: "À répondre" });
}

function rowOf(within: Page | Locator, name: string): Locator {
  return within.getByRole("group", { name: `Pour ${name} Petit` });
}

/** Each person's stored answer to an event, and who gave it. */
async function answersTo(admin: APIRequestContext, eventId: string): Promise<Record<string, string>> {
  const { availability } = await (await admin.get(`/api/events/${eventId}`)).json();
  return Object.fromEntries(
    (availability as { userName: string; status: string; saidBy?: string }[]).map(({ userName, status, saidBy }) => [
      userName,
      `${status}${saidBy === undefined ? "" : " by another"}`,
    ]),
  );
}

test("a family of four on one phone answers a month in at most 8 presses", async ({ page, openDevice }) => {
  const { admin } = await arriveAsFamily(page, await openDevice());
  // The page that is open hears of it.
  await expect(rowOf(toAnswer(page), "Zoé")).toBeVisible();
  let presses = 0;
  async function press(target: Locator): Promise<void> {
    presses += 1;
    await target.click();
  }
  await press(button(page, "Répondre pour le mois"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("group")).toHaveCount(12);
  await expect(dialog).toContainText("12 sans réponse");
  await press(button(dialog, "Présent partout"));
  await press(dialog.getByRole("group", { name: "Pour Tom Petit, Veillée" }).getByText("Absent"));
  await press(button(dialog, "Enregistrer les réponses"));
  await expect(page.getByText("12 réponses enregistrées")).toBeVisible();
  await expectUpToDate(page);
  expect(presses).toBeLessThanOrEqual(8);
  const own = `${YANNICK.firstName} ${YANNICK.lastName}`;
  const by = "present by another";
  expect(await answersTo(admin, CULTE.id)).toEqual({
    [own]: "present",
    "Léa Petit": by,
    "Tom Petit": by,
    "Zoé Petit": by,
  });
  expect((await answersTo(admin, EVENTS[2]?.id ?? ""))["Tom Petit"]).toBe("absent by another");
  await expect(toAnswer(page)).toHaveCount(0);
});

test("each has a row of their own in what is to answer, on the event's page and at the answer link", async ({
  page,
  openDevice,
}) => {
  const { admin, guardianId, childIds } = await arriveAsFamily(page, await openDevice());
  const [lea = "", tom = ""] = childIds;
  const holdings = [{ role: "Voix", userId: lea }];
  expect((await admin.put(`/api/events/${CULTE.id}/line-up`, { data: { holdings } })).ok()).toBe(true);

  await button(rowOf(toAnswer(page), "Léa"), "Présent").click();
  await expect(toAnswer(page)).toContainText("Léa joue\u00a0: Voix");
  await expectUpToDate(page);
  await expectAccessible(page);
  await button(page, "Répondre pour le mois").click();
  await expectAccessible(page);
  await button(page.getByRole("dialog"), "Annuler").click();

  await toAnswer(page).getByRole("link", { name: "Culte" }).click();
  await expect(button(rowOf(page, "Léa"), "Présent")).toHaveAttribute("aria-pressed", "true");
  await button(rowOf(page, "Tom"), "Absent").click();
  await expect(page.getByText("Tom Petit\u00a0: absence notée pour le 15 novembre.")).toBeVisible();
  await expectUpToDate(page);
  await expectAccessible(page);
  expect(await answersTo(admin, CULTE.id)).toEqual({
    "Léa Petit": "present by another",
    "Tom Petit": "absent by another",
  });

  await page.goto(answerAddress({ userId: guardianId, eventId: CULTE.id }));
  await button(rowOf(page, "Tom"), "Présent").click();
  await expect(rowOf(page, "Tom").getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Léa joue\u00a0: Voix")).toBeVisible();
  await expectAccessible(page);
  expect((await answersTo(admin, CULTE.id))["Tom Petit"]).toBe("present by another");

  expect((await admin.delete(`/api/users/${tom}/guardians/${guardianId}`)).status()).toBe(204);
  await button(rowOf(page, "Tom"), "Absent").click();
  await expect(page.getByText("Ce lien n'est plus valable.")).toBeVisible();
});

test("what an entrusted person plays is read in the list and in the calendar, too", async ({ page, openDevice }) => {
  const { admin, childIds } = await arriveAsFamily(page, await openDevice());
  const [lea = ""] = childIds;
  const holdings = [{ role: "Voix", userId: lea }];
  expect((await admin.put(`/api/events/${CULTE.id}/availability/${lea}`, { data: { status: "present" } })).ok()).toBe(
    true,
  );
  expect((await admin.put(`/api/events/${CULTE.id}/line-up`, { data: { holdings } })).ok()).toBe(true);
  const cards = page.getByRole("region", { name: "Prochains événements" }).getByRole("listitem");
  await expect(cards.filter({ hasText: "Léa joue\u00a0: Voix" })).toHaveCount(1);
  await expect(cards.filter({ hasText: "joue\u00a0:" })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  const day = page.locator('[data-date="2099-11-15"]');
  await expect(day).toContainText("Léa joue\u00a0: Voix");
  // A cell is narrow: « joue » is for screen readers.
  await expect(day.getByText(/^\s*joue\s*$/)).toHaveClass("sr-only");
  await expectAccessible(page);
});

test("an answer at the link for a date that moved meanwhile is asked again, in the group and outside it", async ({
  page,
  openDevice,
}) => {
  const { admin, guardianId } = await arriveAsFamily(page, await openDevice());
  await page.goto(answerAddress({ userId: guardianId, eventId: CULTE.id }));
  for (const [date, day] of [
    ["2099-11-22", "dimanche 22 novembre 2099"],
    ["2099-12-06", "dimanche 6 décembre 2099"],
  ] as const) {
    await expect(rowOf(page, "Tom")).toBeVisible();
    expect((await admin.patch(`/api/events/${CULTE.id}`, { data: { date, answers: "reset" } })).ok()).toBe(true);
    await button(rowOf(page, "Tom"), "Présent").click();
    await expect(page.getByRole("alert")).toContainText("L'événement a été déplacé entre-temps.");
    await expect(page.getByText(day)).toBeVisible();
    await button(rowOf(page, "Tom"), "Présent").click();
    await expect(rowOf(page, "Tom").getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect((await answersTo(admin, CULTE.id))["Tom Petit"]).toBe("present by another");
    expect((await page.request.delete("/api/groups/1/members/me")).ok()).toBe(true);
    await page.reload();
  }
});

test("is entrusted on /users and /group, and looked after in the profile of who answers", async ({
  page,
  openDevice,
}) => {
  const device = await openDevice();
  const { admin, guardianId, childIds } = await arriveAsFamily(page, device);
  const [lea = ""] = childIds;
  for (const id of childIds) await admin.delete(`/api/users/${id}/guardians/${guardianId}`);
  const guardian = `${YANNICK.firstName} ${YANNICK.lastName}`;
  await expect(rowOf(page, "Léa")).toHaveCount(0);

  await returnAsAdmin(device, { selectedGroup: "1" });
  for (const [path, name, entrusted] of [
    ["/users", "Léa", 1],
    ["/group", "Tom", 2],
  ] as const) {
    await device.goto(path);
    const row = device.getByRole("listitem").filter({ has: device.getByLabel(`Confier ${name} Petit à`) });
    await button(row, "Confier").click();
    await expect(row.getByText("Choisissez d'abord une personne")).toBeVisible();
    await device.getByLabel(`Confier ${name} Petit à`).selectOption({ label: guardian });
    await button(row, "Confier").click();
    await expect(device.getByText(`${guardian} répond pour cette personne.`)).toHaveCount(entrusted);
    await expectAccessible(device);
  }
  // The page that is open hears of it.
  await expect(rowOf(toAnswer(page), "Tom")).toBeVisible();

  await openProfile(page);
  const list = page.getByRole("region", { name: "Je réponds aussi pour" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await button(list, "Services et absences de Léa Petit").click();
  await list.getByRole("checkbox", { name: "Batterie" }).check();
  await button(list, "Enregistrer les services").click();
  await expect(list.getByText("Services enregistrés.")).toBeVisible();
  await list.getByLabel("Du", { exact: true }).fill("2099-11-20");
  await list.getByLabel("Au", { exact: true }).fill("2099-11-01");
  await button(list, "Ajouter l'absence").click();
  await expect(list.getByText("La date de fin précède la date de début")).toBeVisible();
  await list.getByLabel("Au", { exact: true }).fill("2099-11-25");
  await button(list, "Ajouter l'absence").click();
  await expect(list.getByText("du vendredi 20 au mercredi 25 novembre 2099")).toBeVisible();
  await expectAccessible(page);
  const rows = (await (await admin.get("/api/users")).json()) as { id: string; positions: string[] }[];
  expect(rows.find(({ id }) => id === lea)?.positions).toEqual(expect.arrayContaining(["Batterie", "Voix"]));
  await button(list, "Ne plus répondre pour Tom Petit").click();
  await expect(list.getByRole("listitem").filter({ hasText: "Tom" })).toHaveCount(0);
});

test("an answer given offline for somebody who is no longer entrusted is refused later, and its author is told", async ({
  page,
  openDevice,
}) => {
  const { admin, guardianId, childIds } = await arriveAsFamily(page, await openDevice());
  await expect(rowOf(toAnswer(page), "Léa")).toBeVisible();
  await page.context().setOffline(true);
  await button(rowOf(toAnswer(page), "Léa"), "Présent").click();
  await expect(button(rowOf(toAnswer(page), "Léa"), "Présent")).toHaveAttribute("aria-pressed", "true");
  expect((await admin.delete(`/api/users/${childIds[0]}/guardians/${guardianId}`)).status()).toBe(204);
  await page.context().setOffline(false);
  await expect(page.getByText("La réponse donnée pour Léa Petit à « Culte »")).toBeVisible();
  await expect(page.getByText("Vous ne répondez plus pour cette personne.")).toBeVisible();
  await expect(rowOf(toAnswer(page), "Léa")).toHaveCount(0);
  await expect(rowOf(toAnswer(page), "Tom")).toBeVisible();
  expect(await answersTo(admin, CULTE.id)).toEqual({});
});
