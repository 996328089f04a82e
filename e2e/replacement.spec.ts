import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE, YANNICK } from "#test/support/browser/band-members.ts";
import { button, region } from "#test/support/browser/locators.ts";
import type { Person } from "#test/support/browser/people.ts";
import { expectUpToDate } from "#test/support/browser/team-planning.ts";
import { expect, pressInMail, test, type NotifiedTeam } from "#test/support/browser/notified-team.ts";
import type { ArrivedMail } from "#test/support/server/test-smtp-server.ts";

const TODAY = "2050-11-20";
const CULTE = { groupId: "1", name: "Culte", date: "2050-11-27", time: "10:00", location: "Temple" };
const THOMAS: Person = { ...YANNICK, firstName: "Thomas", lastName: "Arnaud", email: "thomas@example.org" };
const VERA: Person = { ...YANNICK, firstName: "Véra", lastName: "Valois", email: "vera@example.org" };

/** The address and the subject of each mail. */
function summary(mails: readonly ArrivedMail[]): string[] {
  return mails
    .map(({ envelope, subject = "" }) => `${envelope.to.join(", ")}: ${subject.replaceAll("\u00a0", " ")}`)
    .toSorted();
}

function onlyMail(mails: readonly ArrivedMail[], subject: string): ArrivedMail {
  expect(summary(mails)).toEqual([subject]);
  const [mail] = mails;
  if (mail === undefined) throw new Error("no mail");
  return mail;
}

async function answer(request: APIRequestContext, eventId: string, status: "present" | "absent"): Promise<void> {
  expect((await request.put(`/api/events/${eventId}/availability`, { data: { status } })).ok()).toBe(true);
}

/** People without an account, for whom the leader answers. */
async function fillOtherRoles(leader: APIRequestContext, eventId: string): Promise<void> {
  const roles = ["Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];
  const people = roles.map((role) => ({ firstName: "Jean", lastName: role, positions: [role] }));
  const added = await leader.post("/api/people", { data: { groupId: "1", people } });
  for (const person of await added.json()) {
    const given = await leader.put(`/api/events/${eventId}/availability/${person.id}`, { data: { status: "present" } });
    expect(given.ok()).toBe(true);
  }
}

interface Stage {
  readonly eventId: string;
  /** Of the drummer who is on the line-up. */
  readonly phone: Page;
}

/** The leader keeps a line-up with Yannick at the drums; Thomas and Véra drum as well, and have not answered. */
async function keepLineUp(team: NotifiedTeam, page: Page, openDevice: () => Promise<Page>): Promise<Stage> {
  const leader = await team.leader(page, CAMILLE);
  const phone = await openDevice();
  await phone.setViewportSize({ width: 360, height: 740 });
  const yannick = await team.member(phone, YANNICK);
  for (const drummer of [THOMAS, VERA]) await team.member(await openDevice(), drummer);
  const { id: eventId } = await (await leader.request.post("/api/events", { data: CULTE })).json();
  await fillOtherRoles(leader.request, eventId);
  await answer(leader.request, eventId, "present");
  await answer(yannick.request, eventId, "present");
  await page.goto(`/events/${eventId}`);
  await expectUpToDate(page);
  await button(page, "Retenir cette formation").click();
  await expect(holder(page, "Batterie")).toContainText("Yannick Morel");
  return { eventId, phone };
}

/** The row of a role in the kept line-up. */
function holder(page: Page, role: string): Locator {
  return region(page, "Formation retenue")
    .getByRole("list", { name: "Formation retenue" })
    .getByRole("listitem")
    .filter({ hasText: role });
}

function offer(page: Page): Locator {
  return region(page, "Qui peut prendre ma place ?");
}

function rowOf(page: Page, { firstName, lastName }: Person): Locator {
  return offer(page)
    .getByRole("listitem")
    .filter({ hasText: `${firstName} ${lastName}` });
}

async function dropOut(phone: Page, eventId: string): Promise<void> {
  await phone.goto(`/events/${eventId}`);
  await expectUpToDate(phone);
  await expect(region(phone, "Ma disponibilité")).toContainText("Vous jouez : Batterie");
  await expect(offer(phone)).toHaveCount(0);
  await button(region(phone, "Ma disponibilité"), "Absent").click();
  await expect(offer(phone)).toContainText("Votre place dans la formation : Batterie.");
  await expect(region(phone, "Ma disponibilité")).not.toContainText("Vous jouez");
}

test("a drummer who cannot come asks somebody from the phone, who says yes by mail and has the place on every screen", async ({
  page,
  openDevice,
  team,
}) => {
  const { eventId, phone } = await keepLineUp(team, page, openDevice);
  expect(await team.at(TODAY, "12:04")).toEqual([]);
  const place = onlyMail(
    (await team.at(TODAY, "12:05")).filter(({ envelope }) => envelope.to.includes(YANNICK.email)),
    "yannick@example.org: Vous jouez : Batterie, Culte, dimanche 27 novembre",
  );
  expect(place.text).toContain("Lead\u00a0: Camille Perrin");

  await dropOut(phone, eventId);
  await expect(region(page, "Formation retenue")).toContainText("Formation à réparer");
  await expect(offer(phone).getByRole("listitem")).toHaveText([/Thomas Arnaud/, /Véra Valois/]);
  await expectAccessible(phone);

  await test.step("with the keyboard alone; the focus goes on to the next person", async () => {
    await button(phone, "Demander à Thomas Arnaud").focus();
    await phone.keyboard.press("Enter");
    await expect(rowOf(phone, THOMAS)).toContainText("Demandé le 20 novembre à 12:05");
    await expect(offer(phone).getByRole("status")).toHaveText("Demandé à Thomas Arnaud.");
    await expect(rowOf(phone, THOMAS).getByRole("button")).toHaveCount(0);
    await expect(button(phone, "Demander à Véra Valois")).toBeFocused();
    await expectAccessible(phone);
  });

  const asked = (await team.settle()).filter(({ envelope }) => envelope.to.includes(THOMAS.email));
  const subject = "thomas@example.org: Remplacer Yannick Morel ? Culte, dimanche 27 novembre";
  const thomas = await team.device();
  await pressInMail(thomas, onlyMail(asked, subject), "Présent");
  await button(thomas, "Présent").click();
  await expect(thomas.getByRole("status")).toHaveText("C'est noté : présent.");
  await expect(thomas.getByText("Vous jouez : Batterie")).toBeVisible();

  await test.step("both see it live", async () => {
    for (const shown of [phone, page]) {
      await expect(holder(shown, "Batterie")).toContainText("Thomas Arnaud");
      await expect(shown.getByText("Formation à réparer")).toHaveCount(0);
    }
    await expect(offer(phone)).toHaveCount(0);
    await expect(region(phone, "Ma disponibilité")).not.toContainText("Vous jouez");
  });
  expect(summary(await team.settle())).toContainEqual(
    "camille@example.org: Thomas Arnaud prend la place de Yannick Morel : Culte, dimanche 27 novembre",
  );
});

test("nobody is asked while the phone is offline, which it says; asking the last one keeps the focus at the list", async ({
  page,
  openDevice,
  team,
}) => {
  const { eventId, phone } = await keepLineUp(team, page, openDevice);
  await dropOut(phone, eventId);
  const [thomas, vera] = [button(phone, "Demander à Thomas Arnaud"), button(phone, "Demander à Véra Valois")];
  await expect(thomas).toBeEnabled();
  await phone.context().setOffline(true);
  await expect(thomas).toBeDisabled();
  await expect(offer(phone)).toContainText("Hors ligne : une demande ne part qu'avec une connexion.");
  await expectAccessible(phone);
  await phone.context().setOffline(false);
  await vera.click();
  await expect(rowOf(phone, VERA)).toContainText("Demandé le");
  await expect(thomas).toBeFocused();
  await thomas.press("Enter");
  await expect(rowOf(phone, THOMAS)).toContainText("Demandé le");
  expect(await offer(phone).evaluate((area) => area.contains(document.activeElement))).toBe(true);
  await phone.reload();
  await expect(rowOf(phone, VERA)).toContainText("Demandé le");
  await expect(rowOf(phone, THOMAS)).toContainText("Demandé le");
});
