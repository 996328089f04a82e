import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { PushMessage } from "#contract/accounts/push-message.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { CAMILLE, HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import type { Person } from "#test/support/browser/people.ts";
import { openPushed } from "#test/support/browser/pushed-browser.ts";
import { expectUpToDate } from "#test/support/browser/team-planning.ts";
import { expect, pressInMail, test, type NotifiedTeam } from "#test/support/browser/notified-team.ts";
import type { ArrivedMail } from "#test/support/server/test-smtp-server.ts";

const TODAY = "2050-11-20";
/** Five days before the event. */
const REMINDER_DAY = "2050-11-22";
const CULTE = { groupId: "1", name: "Culte", date: "2050-11-27", time: "10:00", location: "Temple" };

const THOMAS: Person = { ...YANNICK, firstName: "Thomas", lastName: "Arnaud", email: "thomas@example.org" };
const VERA: Person = { ...YANNICK, firstName: "Véra", lastName: "Valois", email: "vera@example.org" };
const ZOE: Person = { ...YANNICK, firstName: "Zoé", lastName: "Zimmer", email: "zoe@example.org" };

/** The address and the subject of each mail. */
function summary(mails: readonly ArrivedMail[]): string[] {
  return mails
    .map(({ envelope, subject = "" }) => `${envelope.to.join(", ")}: ${subject.replaceAll("\u00a0", " ")}`)
    .toSorted();
}

function mailTo(mails: readonly ArrivedMail[], { email }: Person): ArrivedMail {
  const [mail, ...others] = mails.filter(({ envelope }) => envelope.to.includes(email));
  if (mail === undefined || others.length > 0)
    throw new Error(`not one mail to ${email}: ${summary(mails).join("\n")}`);
  return mail;
}

async function plan(request: APIRequestContext): Promise<PlannedEvent> {
  const created = await request.post("/api/events", { data: CULTE });
  expect(created.status()).toBe(201);
  return created.json();
}

async function answer(request: APIRequestContext, { id }: PlannedEvent, status: "present" | "absent"): Promise<void> {
  expect((await request.put(`/api/events/${id}/availability`, { data: { status } })).ok()).toBe(true);
}

/** Everybody but a drummer comes: people without an account, for whom the leader answers. */
async function fillOtherRoles(leader: APIRequestContext, { id }: PlannedEvent): Promise<void> {
  const roles = ["Lead", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];
  const people = roles.map((role) => ({ firstName: "Jean", lastName: role, positions: [role] }));
  const added = await leader.post("/api/people", { data: { groupId: "1", people } });
  for (const person of await added.json()) {
    const given = await leader.put(`/api/events/${id}/availability/${person.id}`, { data: { status: "present" } });
    expect(given.ok()).toBe(true);
  }
}

async function openEvent(page: Page, { id }: PlannedEvent): Promise<void> {
  await page.goto(`/events/${id}`);
  await expectUpToDate(page);
}

function listed(page: Page, list: "Présents" | "Absents", { firstName, lastName }: Person): Locator {
  return region(page, "Équipe").getByRole("list", { name: list }).getByText(`${firstName} ${lastName}`);
}

function rowOf(page: Page, { firstName, lastName }: Person): Locator {
  return region(page, "Peut-on jouer ?")
    .getByRole("listitem")
    .filter({ hasText: `${firstName} ${lastName}` });
}

/** On a device without a session: the link of the mail, then the button on its page. */
async function answerByMail(team: NotifiedTeam, mail: ArrivedMail, said: "Présent" | "Absent"): Promise<Page> {
  const phone = await team.device();
  await pressInMail(phone, mail, said);
  await expect(phone.getByRole("heading", { name: "Culte" })).toBeVisible();
  await button(phone, said).click();
  await expect(phone.getByRole("status")).toHaveText(`C'est noté : ${said.toLowerCase()}.`);
  expect(await phone.context().cookies()).toEqual([]);
  return phone;
}

test("a reminder's link answers without a session, and the leader's open page shows it", async ({
  page,
  openDevice,
  team,
}) => {
  const leader = await team.leader(page, CAMILLE);
  await team.member(await openDevice(), YANNICK);
  const culte = await plan(leader.request);
  await answer(leader.request, culte, "present");
  await openEvent(page, culte);
  expect(await team.at(REMINDER_DAY, "17:59")).toEqual([]);
  const mails = await team.at(REMINDER_DAY, "18:00");
  expect(summary(mails)).toEqual(["yannick@example.org: Une réponse attendue : Culte, dimanche 27 novembre"]);

  const phone = await team.device();
  await pressInMail(phone, mailTo(mails, YANNICK), "Présent");
  await expect(phone.getByText("Sans vous, pas de Batterie.")).toBeVisible();
  await expect(listed(page, "Présents", CAMILLE)).toBeVisible();
  // A program that opens the links of a mail answers nothing.
  expect((await (await leader.request.get(`/api/events/${culte.id}`)).json()).availability).toHaveLength(2);
  await expect(listed(page, "Présents", YANNICK)).toBeHidden();
  await button(phone, "Présent").click();
  await expect(phone.getByRole("status")).toHaveText("C'est noté : présent.");
  await expect(listed(page, "Présents", YANNICK)).toBeVisible();
  expect(await phone.context().cookies()).toEqual([]);
});

test("a drop-out reaches the leader within a minute; asked in order, the third says yes, and the leader is told", async ({
  page,
  openDevice,
  team,
}) => {
  const leader = await team.leader(page, CAMILLE);
  const own = await openDevice();
  const yannick = await team.member(own, YANNICK);
  for (const drummer of [THOMAS, VERA, ZOE]) await team.member(await openDevice(), drummer);
  const culte = await plan(leader.request);
  await fillOtherRoles(leader.request, culte);
  await answer(yannick.request, culte, "present");
  await openEvent(own, culte);
  const received = own.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await button(region(own, "Ma disponibilité"), "Absent").click();
  await expect(listed(own, "Absents", YANNICK)).toBeVisible();
  await received;
  const told = mailTo(await team.at(TODAY, "12:01"), CAMILLE);
  expect(summary([told])).toEqual(["camille@example.org: Yannick Morel ne vient plus : Culte, dimanche 27 novembre"]);
  expect(told.text).toMatch(/Il manque maintenant\u00a0: Batterie\./);

  await pressInMail(page, told, "Voir qui demander");
  await field(page, "Laisser").selectOption("2 h");
  await button(page, "Demander dans cet ordre").click();
  await expect(rowOf(page, THOMAS)).toContainText("Demandé le 20 novembre à 12:01");
  const first = await team.settle();
  const asks = "Pouvez-vous venir ? Culte, dimanche 27 novembre";
  expect(summary(first)).toEqual([`thomas@example.org: ${asks}`]);
  await answerByMail(team, mailTo(first, THOMAS), "Absent");
  await expect(rowOf(page, VERA)).toContainText("Demandé le");
  expect(summary(await team.settle())).toEqual([`vera@example.org: ${asks}`]);
  expect(await team.at(TODAY, "14:00")).toEqual([]);
  const third = await team.at(TODAY, "14:01");
  expect(summary(third)).toEqual([`zoe@example.org: ${asks}`]);
  await expect(rowOf(page, ZOE)).toContainText("Demandé le 20 novembre à 14:01");
  await answerByMail(team, mailTo(third, ZOE), "Présent");
  expect(summary(await team.settle())).toEqual([
    "camille@example.org: La formation est complète : Culte, dimanche 27 novembre",
  ]);
  await expect(region(page, "Peut-on jouer ?")).toContainText("Complet");
});

test("a new time is told in one mail after five quiet minutes, to those who are present or silent", async ({
  page,
  openDevice,
  team,
}) => {
  const leader = await team.leader(page, CAMILLE);
  const present = await team.member(await openDevice(), YANNICK);
  const absent = await team.member(await openDevice(), THOMAS);
  await team.member(await openDevice(), HELENE);
  const culte = await plan(leader.request);
  await answer(leader.request, culte, "absent");
  await answer(present.request, culte, "present");
  await answer(absent.request, culte, "absent");
  const edit = async (time: string) => {
    const received = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await page.getByLabel("Heure").selectOption(time);
    await button(page, "Enregistrer les modifications").click();
    await expect(page.getByText(`dimanche 27 novembre 2050 à ${time}`, { exact: true })).toBeVisible();
    await received;
  };
  // An event that was just made is still being corrected.
  await team.at(TODAY, "12:10");
  await openEvent(page, culte);
  await edit("10:30");
  expect(await team.at(TODAY, "12:14")).toEqual([]);
  await edit("11:00");
  expect(await team.at(TODAY, "12:18")).toEqual([]);
  const mails = await team.at(TODAY, "12:19");
  const subject = "Nouvelle heure : Culte, dimanche 27 novembre";
  expect(summary(mails)).toEqual([`helene@example.org: ${subject}`, `yannick@example.org: ${subject}`]);
  for (const { text } of mails) expect(text).toMatch(/11:00[^]*Avant\u00a0: 10:00/);
  expect(await team.at(TODAY, "20:00")).toEqual([]);
});

test.describe("a device with notifications", () => {
  test.use({ serviceWorkers: "allow" });

  test("gets the reminder as a notification, whose action answers, seen at once on the leader's screen", async ({
    page,
    openDevice,
    team,
    diapason,
  }) => {
    const leader = await team.leader(page, CAMILLE);
    const phone = await openDevice();
    const yannick = await team.member(phone, YANNICK);
    const { subscription } = team.pushService.subscribe();
    expect((await yannick.request.post("/api/push-subscriptions", { data: subscription })).status()).toBe(201);
    const culte = await plan(leader.request);
    await answer(leader.request, culte, "present");
    await openEvent(page, culte);
    await team.at(REMINDER_DAY, "18:00");
    const { received, complaints } = team.pushService;
    expect([received.length, complaints]).toEqual([1, []]);
    const message = received[0]?.message as PushMessage;
    expect(message).toMatchObject({
      title: "Culte",
      tag: culte.id,
      asked: { token: expect.any(String), date: "2050-11-27" },
    });

    // The answer is the token's: on this device nobody is signed in.
    const locked = await team.device();
    const pushed = await openPushed(locked, diapason.url);
    await pushed.push(JSON.stringify(message));
    await expect
      .poll(async () => (await pushed.shown()).map(({ title, actions }) => [title, actions.map((each) => each.title)]))
      .toEqual([["Culte", ["Présent", "Absent"]]]);
    await expect(listed(page, "Présents", YANNICK)).toBeHidden();
    await pushed.press("present");
    await expect(listed(page, "Présents", YANNICK)).toBeVisible();
    await expect.poll(async () => (await pushed.shown())[0]?.body).toBe("C'est noté\u00a0: présent.");
    expect(await locked.context().cookies()).toEqual([]);
  });
});

test("who has not confirmed their address gets nothing: the row says why, as it does without an account", async ({
  page,
  openDevice,
  team,
}) => {
  const leader = await team.leader(page, CAMILLE);
  await team.newcomer(await openDevice(), YANNICK);
  const culte = await plan(leader.request);
  await fillOtherRoles(leader.request, culte);
  const people = [{ firstName: "Paul", lastName: "Sansmail", positions: ["Batterie"] }];
  expect((await leader.request.post("/api/people", { data: { groupId: "1", people } })).ok()).toBe(true);
  expect(summary(await team.settle())).toEqual(["yannick@example.org: Confirmez votre adresse"]);
  await openEvent(page, culte);
  await button(page, "Demander à Yannick Morel").click();
  await expect(rowOf(page, YANNICK)).toContainText("Rien n'est parti : son adresse n'est pas encore confirmée.");
  await expect(button(rowOf(page, YANNICK), "Copier le message")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  const copy = await button(rowOf(page, YANNICK), "Copier le message").boundingBox();
  const mail = await rowOf(page, YANNICK).getByRole("link", { name: "Écrire un e-mail" }).boundingBox();
  expect(mail?.y, "in one line").toBe(copy?.y);
  const withoutAccount = rowOf(page, { ...YANNICK, firstName: "Paul", lastName: "Sansmail" });
  await expect(withoutAccount).toContainText("Sans compte");
  await expect(button(withoutAccount, "Demander à Paul Sansmail")).toHaveCount(0);
  expect(await team.at(TODAY, "20:00")).toEqual([]);
  await page.reload();
  await expect(rowOf(page, YANNICK)).toContainText("Rien n'est parti");
});
