import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { confirmAddress } from "#test/support/browser/mails.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import type { RunningProduct } from "#test/support/browser/start-in-worker.ts";
import { arriveAsAdmin, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const THOMAS: Person = { ...YANNICK, firstName: "Thomas", lastName: "Arnaud", email: "thomas@example.org" };
const ZOE: Person = { ...YANNICK, firstName: "Zoé", lastName: "Zimmer", email: "zoe@example.org" };
const DRUMMERS = [THOMAS, YANNICK, ZOE];

const CULTE = planned("2099-12-06", "10:00", "Culte");

/** Everybody but a drummer comes. */
async function fillOtherRoles(page: Page): Promise<void> {
  const roles = ["Lead", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];
  const people = roles.map((role) => ({ firstName: "Jean", lastName: role, positions: [role] }));
  const added = await page.request.post("/api/people", { data: { groupId: "1", people } });
  for (const { id } of await added.json()) {
    const address = `/api/events/${CULTE.id}/availability/${id}`;
    expect((await page.request.put(address, { data: { status: "present" } })).ok()).toBe(true);
  }
}

function toAsk(page: Page): Locator {
  return region(page, "Peut-on jouer ?");
}

function rowOf(page: Page, { firstName, lastName }: Person): Locator {
  return toAsk(page)
    .getByRole("listitem")
    .filter({ hasText: `${firstName} ${lastName}` });
}

interface Visit {
  readonly page: Page;
  readonly openDevice: () => Promise<Page>;
  readonly diapason: RunningProduct;
}

/** Three drummers could be asked, and the admin is on the event's page. */
async function arrive({ page, openDevice, diapason }: Visit): Promise<Map<Person, Page>> {
  await arriveAsAdmin(page, [CULTE], `/events/${CULTE.id}`);
  const devices = new Map<Person, Page>();
  for (const drummer of DRUMMERS) {
    const device = await openDevice();
    await returnAsMember(device, drummer);
    await confirmAddress(diapason, device, drummer.email);
    expect((await device.request.put("/api/groups/1/members/me")).ok()).toBe(true);
    devices.set(drummer, device);
  }
  await fillOtherRoles(page);
  await page.reload();
  await expect(button(page, "Demander à Thomas Arnaud")).toBeVisible();
  return devices;
}

for (const [kind, viewport] of [
  ["a wide screen", { width: 1280, height: 800 }],
  ["a phone", { width: 360, height: 740 }],
] as const) {
  test(`on ${kind} one person is asked, the row says when, also after a reload and to another admin`, async ({
    page,
    openDevice,
    diapason,
  }) => {
    await page.setViewportSize(viewport);
    await arrive({ page, openDevice, diapason });
    const other = await openDevice();
    await returnAsAdmin(other, { selectedGroup: "1" });
    await other.goto(`/events/${CULTE.id}`);
    await expectUpToDate(other);
    await expect(button(other, "Demander à Thomas Arnaud")).toBeVisible();
    await button(page, "Demander à Thomas Arnaud").focus();
    await page.keyboard.press("Enter");
    await expect(rowOf(page, THOMAS)).toContainText(/Demandé le \d+(er)? \S+ à \d\d:\d\d/);
    await expect(button(page, "Demander à Thomas Arnaud")).toHaveCount(0);
    await expect(button(page, "Demander à Yannick Morel")).toBeFocused();
    await expect(rowOf(other, THOMAS)).toContainText("Demandé le");
    await expectAccessible(page, [viewport]);
    await page.reload();
    await expect(rowOf(page, THOMAS)).toContainText("Demandé le");
    await expect(button(page, "Demander à Yannick Morel")).toBeVisible();
  });
}

test("asked in order, each is said when their turn comes; an « Absent » brings the next, a « Présent » ends it", async ({
  page,
  openDevice,
  diapason,
}) => {
  const devices = await arrive({ page, openDevice, diapason });
  const hours = field(page, "Laisser");
  await expect(hours.getByRole("option")).toHaveText(["2 h", "6 h", "12 h", "24 h"]);
  await hours.selectOption("2 h");
  await button(page, "Demander dans cet ordre").click();
  await expect(rowOf(page, THOMAS)).toContainText("Demandé le");
  await expect(rowOf(page, YANNICK)).toContainText(/Ensuite, (le .+ )?à \d\d:\d\d/);
  await expect(rowOf(page, ZOE)).toContainText(/Puis, (le .+ )?à \d\d:\d\d/);
  await expect(button(page, "Arrêter les demandes")).toBeFocused();
  await expect(button(page, "Demander dans cet ordre")).toHaveCount(0);
  await expect(toAsk(page).getByRole("button", { name: /^Demander/ })).toHaveCount(0);
  await expectAccessible(page);

  const answer = (person: Person, status: string) =>
    devices.get(person)?.request.put(`/api/events/${CULTE.id}/availability`, { data: { status } });
  await answer(THOMAS, "absent");
  await expect(rowOf(page, YANNICK)).toContainText("Demandé le");
  await expect(rowOf(page, ZOE)).toContainText("Ensuite");
  await answer(YANNICK, "present");
  await expect(toAsk(page)).toContainText("Complet");
  await expect(button(page, "Arrêter les demandes")).toHaveCount(0);
});

test("stopped, nobody else has a turn, who was asked stays asked, and the journal has the lines", async ({
  page,
  openDevice,
  diapason,
}) => {
  await arrive({ page, openDevice, diapason });
  await button(page, "Demander dans cet ordre").click();
  await button(page, "Arrêter les demandes").click();
  await expect(button(page, "Demander à Yannick Morel")).toBeFocused();
  await expect(rowOf(page, THOMAS)).toContainText("Demandé le");
  await expect(rowOf(page, ZOE)).not.toContainText("Puis");
  await page.goto("/administration");
  await expect(page.getByText("a arrêté les demandes pour l'événement")).toBeVisible();
  await expect(page.getByText("a demandé à 3 personnes, l'une après l'autre, de venir à l'événement")).toBeVisible();
});

test("who has no account is written to by hand, and offline nobody is asked", async ({
  page,
  openDevice,
  diapason,
}) => {
  await arrive({ page, openDevice, diapason });
  const people = [{ firstName: "Jean", lastName: "Sansmail", positions: ["Batterie"] }];
  expect((await page.request.post("/api/people", { data: { groupId: "1", people } })).ok()).toBe(true);
  await page.reload();
  const row = toAsk(page).getByRole("listitem").filter({ hasText: "Jean Sansmail" });
  await expect(row).toContainText("Sans compte");
  await expect(button(row, "Copier le message")).toBeVisible();
  await expect(row.getByRole("button", { name: /^Demander/ })).toHaveCount(0);
  await expect(rowOf(page, THOMAS).getByRole("button", { name: "Copier le message" })).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(toAsk(page)).toContainText("Hors ligne");
  await expect(button(page, "Demander à Thomas Arnaud")).toBeDisabled();
  await page.context().setOffline(false);
  await expect(button(page, "Demander à Thomas Arnaud")).toBeEnabled();
});

test("a request that fails says why, and can be repeated", async ({ page, openDevice, diapason }) => {
  await arrive({ page, openDevice, diapason });
  await page.route("**/api/events/*/requests", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  await button(page, "Demander à Thomas Arnaud").click();
  await expect(toAsk(page).getByRole("alert")).toContainText("La demande n'a pas pu être envoyée");
  await page.unroute("**/api/events/*/requests");
  await button(page, "Demander à Thomas Arnaud").click();
  await expect(rowOf(page, THOMAS)).toContainText("Demandé le");
  await expect(toAsk(page).getByRole("alert")).toHaveCount(0);
});
