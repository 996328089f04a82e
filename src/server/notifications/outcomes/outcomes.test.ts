import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GroupMessages } from "#contract/notifications/messages.ts";
import type { OwnData } from "#contract/own-account.ts";
import { MESSAGE_OUTCOMES, type MessageOutcome } from "#domain/notifications/message-outcomes.ts";
import { INITIAL_PREFERENCES } from "#domain/notifications/topics.ts";
import { markRefused } from "#server/mail/write-mail-outcomes.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import { recipients, startNotifiedTeam, stopMail, type NotifiedTeam } from "#test/support/server/test-notified-team.ts";
import { readMessages } from "./read-messages.ts";
import { sweepMessages } from "./write-outcomes.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
const TODAY = "2050-11-20";
/** Five days before. */
const REMINDER_DAY = "2050-11-22";
const SOURCES = join(import.meta.dirname, "../..");

describe.each(ENGINES)("what became of messages, on %s,", (engine) => {
  let team: NotifiedTeam;
  /** An admin who belongs to no group. */
  let admin: Person;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    admin = await team.organiser("Odile");
  });
  afterEach(() => team.stop());

  async function read(reader = admin): Promise<GroupMessages> {
    const answer = await reader.get("/api/groups/1/messages");
    expect(answer.status).toBe(200);
    return answer.json<GroupMessages & Record<string, unknown>>();
  }

  /** Of each message: its topic, its event, and the outcome by first name. The latest is first. */
  async function told(): Promise<unknown[]> {
    const { messages } = await read();
    return messages.map(({ topic, event, people }) => [
      topic,
      event.name,
      Object.fromEntries(people.map(({ name, outcome }) => [name.split(" ")[0], outcome])),
    ]);
  }

  async function stopMailOf(person: Person, topic: "reminders" | "requests") {
    const settings = (await person.get("/api/notifications")).json();
    const wishes = { ...INITIAL_PREFERENCES, [topic]: { byMail: false, byPush: false } };
    const answer = await person.send("PUT", "/api/notifications", { body: { ...settings, wishes } });
    expect(answer.status, answer.text).toBe(200);
  }

  /** Somebody without an account, whose address is unknown. */
  async function addStranger(firstName: string): Promise<string> {
    const people = [{ firstName, lastName: "Mercier", positions: [] }];
    const [added] = (await admin.post("/api/people", { groupId: "1", people })).json<{ id: string }[]>();
    return added?.id ?? "";
  }

  test("has a way for each outcome, and every member of a group has one", async () => {
    const { database } = team.planning.server;
    const { id } = await createEvent(admin, EVENT);
    const ways: Readonly<Record<Exclude<MessageOutcome, "waiting" | "too_late">, () => Promise<unknown>>> = {
      sent: () => team.member("sent"),
      answered: async () => giveAnswer(await team.member("answered"), id, "present"),
      in_absence: async () =>
        (await team.member("in_absence")).post("/api/absences", { from: EVENT.date, to: EVENT.date }),
      not_confirmed: async () =>
        (await team.planning.newcomer({ firstName: "not_confirmed" })).send("PUT", "/api/groups/1/members/me"),
      no_address: () => addStranger("no_address"),
      unwanted: async () => stopMailOf(await team.member("unwanted"), "reminders"),
      refused: async () => markRefused(database, (await team.member("refused")).user.email ?? "", new Date()),
    };
    for (const way of Object.values(ways)) await way();
    await team.at(REMINDER_DAY, "18:00");
    const outcomes = Object.fromEntries(Object.keys(ways).map((outcome) => [outcome, outcome]));
    expect(await told()).toEqual([["reminders", "Culte", outcomes]]);
    expect(Object.keys(ways).toSorted()).toEqual(
      MESSAGE_OUTCOMES.filter((outcome) => outcome !== "waiting" && outcome !== "too_late").toSorted(),
    );
    const { messages } = await read();
    const [message] = messages;
    expect(message?.decidedAt).toBe("2050-11-22T17:00:00.000Z");
    const lines = team.planning.server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const decided = lines.filter(({ msg }) => msg === "message decided");
    expect(decided).toMatchObject([{ message: message?.id, topic: "reminders" }]);
    expect(decided[0]?.["outcomes"]).toEqual({
      ...Object.fromEntries(Object.keys(ways).map((each) => [each, 1])),
      waiting: 1,
      sent: undefined,
    });
    expect(JSON.stringify(decided)).not.toContain("Mercier");
  });

  test("is one row a person for news of more than ten events, with how many others there are", async () => {
    const anne = await team.member("Anne");
    const body = { groupId: "1", ...EVENT, location: "Temple", every: "week", until: "2051-03-05" };
    const made = await admin.post("/api/event-series", body);
    const [first] = made.json<{ id: string }[]>();
    await team.at(TODAY, "13:00");
    expect((await admin.send("DELETE", `/api/events/${first?.id}?scope=following`)).status).toBe(204);
    const mail = await stopMail(team);
    await team.at(TODAY, "13:05");
    const people = [{ userId: anne.user.id, name: "Anne Martin", outcome: "waiting" }];
    expect((await read()).messages).toMatchObject([
      { topic: "changes", event: { name: "Culte" }, otherEvents: 14, people },
    ]);
    expect(await mail.startAgainAt("13:15")).toHaveLength(1);
    expect(await told()).toEqual([["changes", "Culte", { Anne: "sent" }]]);
  });

  test("lists the people of a message by name, as in French: an accent does not come after Z", async () => {
    for (const name of ["Zoé", "Élise", "Anne"]) await team.member(name);
    await createEvent(admin, EVENT);
    await team.at(REMINDER_DAY, "18:00");
    const [message] = (await read()).messages;
    expect(message?.people.map(({ name }) => name)).toEqual(["Anne Martin", "Élise Martin", "Zoé Martin"]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is that it waits while the mail server is away, and what it was by then when it leaves", async () => {
    await team.member("Anne");
    const [bruno, carla] = [await team.member("Bruno"), await team.member("Carla")];
    const { id } = await createEvent(admin, EVENT);
    const mail = await stopMail(team);
    await team.at(REMINDER_DAY, "18:00");
    expect(await told()).toEqual([["reminders", "Culte", { Anne: "waiting", Bruno: "waiting", Carla: "waiting" }]]);
    await giveAnswer(bruno, id, "present", "2050-11-22T17:00:01Z");
    await stopMailOf(carla, "reminders");
    expect(await mail.startAgainAt("18:10", REMINDER_DAY)).toHaveLength(1);
    expect(await told()).toEqual([["reminders", "Culte", { Anne: "sent", Bruno: "answered", Carla: "unwanted" }]]);
    const [{ id: messageId } = { id: "" }] = (await read()).messages;
    const reasons = team.planning.server.log
      .map((line) => JSON.parse(line) as { msg: string; messages?: string[]; why?: unknown })
      .filter(({ msg }) => msg === "message not sent");
    expect(reasons.map(({ messages, why }) => [messages, why])).toEqual(
      expect.arrayContaining([
        [[messageId], ["answered"]],
        [[messageId], "unwanted"],
      ]),
    );
  });

  test("is that it was too late once an event has begun while the server was down, or its message expired", async () => {
    await team.member("Anne");
    await createEvent(admin, EVENT);
    await createEvent(admin, { ...EVENT, date: "2050-12-24", name: "Veillée" });
    expect(await team.at("2050-11-28", "09:00")).toEqual([]);
    expect(await told()).toEqual([["reminders", "Culte", { Anne: "too_late" }]]);
    const mail = await stopMail(team);
    await team.at("2050-12-19", "18:00");
    expect(await mail.startAgainAt("18:00", "2051-01-03")).toEqual([]);
    // By then everybody's session has ended.
    const [latest] = await readMessages(team.planning.server.database, "1", new Date("2051-01-03T17:00:00Z"));
    expect(latest?.event.name).toBe("Veillée");
    expect(latest?.people.map(({ outcome }) => outcome)).toEqual(["too_late"]);
  });

  test("is noted of a change for who does not come, of a deletion, and of a change whose event is over by the morning", async () => {
    const [, bruno] = [await team.member("Anne"), await team.member("Bruno")];
    const { id } = await createEvent(admin, { ...EVENT, date: TODAY, time: "21:30" });
    await giveAnswer(bruno, id, "absent");
    await team.at(TODAY, "13:00");
    const edit = (location: string) => admin.send("PATCH", `/api/events/${id}`, { body: { location } });
    expect((await edit("Église")).status).toBe(200);
    await team.at(TODAY, "13:05");
    expect(await told()).toEqual([["changes", "Culte", { Anne: "sent", Bruno: "answered" }]]);
    await team.at(TODAY, "21:00");
    expect((await edit("Temple")).status).toBe(200);
    await team.at("2050-11-21", "08:00");
    expect((await told())[0]).toEqual(["changes", "Culte", { Anne: "too_late", Bruno: "answered" }]);
    const other = await createEvent(admin, { ...EVENT, name: "Veillée" });
    await team.at("2050-11-21", "09:00");
    expect((await admin.send("DELETE", `/api/events/${other.id}`)).status).toBe(204);
    await team.at("2050-11-21", "09:05");
    expect((await told())[0]).toEqual(["changes", "Veillée", { Anne: "sent", Bruno: "sent" }]);
  });

  test("is noted of requests that reach nobody, and of a turn that was taken back", async () => {
    const [anne, bruno] = [await team.member("Anne"), await team.member("Bruno")];
    const stranger = await addStranger("Sans");
    await stopMailOf(bruno, "requests");
    const { id } = await createEvent(admin, EVENT);
    const ask = (body: unknown) => admin.post(`/api/events/${id}/requests`, body);
    expect((await ask({ userIds: [bruno.user.id, stranger], inOrder: false })).status).toBe(200);
    expect(await told()).toEqual([["requests", "Culte", { Bruno: "unwanted", Sans: "no_address" }]]);
    const mail = await stopMail(team);
    expect((await ask({ userIds: [anne.user.id], inOrder: true, hours: 2 })).status).toBe(200);
    expect((await told()).flat()).toContainEqual({ Anne: "waiting" });
    await team.settle();
    expect((await admin.send("DELETE", `/api/events/${id}/requests`)).status).toBe(204);
    expect((await told()).flat()).toContainEqual({ Anne: "too_late" });
    expect(await mail.startAgainAt("12:30")).toEqual([]);
  });

  test("is noted of a place, of a drop-out, and of what a newer message replaces", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(drummer, id, "present");
    const body = { holdings: [{ role: "Batterie", userId: drummer.user.id }] };
    expect((await leader.send("PUT", `/api/events/${id}/line-up`, { body })).status).toBe(200);
    await team.at(TODAY, "12:05");
    expect(await told()).toEqual([["place", "Culte", { Bruno: "sent" }]]);
    const own = (await drummer.get("/api/users/me/data")).json<OwnData & Record<string, unknown>>();
    expect(own.messages).toMatchObject([
      { event: { name: "Culte" }, groupName: "Louange du dimanche", topic: "place", outcome: "sent", isDeleted: false },
    ]);
    const mail = await stopMail(team);
    await giveAnswer(drummer, id, "absent", "2050-11-20T11:05:00Z");
    await team.at(TODAY, "12:06");
    expect((await told())[0]).toEqual(["drop_outs", "Culte", { Camille: "waiting" }]);
    await giveAnswer(drummer, id, "present", "2050-11-20T11:06:30Z");
    await giveAnswer(drummer, id, "absent", "2050-11-20T11:06:40Z");
    await team.at(TODAY, "12:08");
    expect((await told()).slice(0, 2)).toEqual([
      ["drop_outs", "Culte", { Camille: "waiting" }],
      ["drop_outs", "Culte", { Camille: "too_late" }],
    ]);
    expect(recipients(await mail.startAgainAt("12:30"))).toEqual(new Set([leader.user.email]));
    expect((await told())[0]).toEqual(["drop_outs", "Culte", { Camille: "sent" }]);
  });

  test("is too late for a message about somebody whose account is deleted", async () => {
    const leader = await team.leader("Camille");
    const drummer = await team.member("Bruno", { positions: ["Batterie"] });
    const { id } = await createEvent(leader, EVENT);
    await giveAnswer(drummer, id, "present");
    const mail = await stopMail(team);
    await giveAnswer(drummer, id, "absent");
    await team.at(TODAY, "12:01");
    expect(await told()).toEqual([["drop_outs", "Culte", { Camille: "waiting" }]]);
    expect((await admin.send("DELETE", `/api/users/${drummer.user.id}`)).status).toBe(204);
    expect(await told()).toEqual([["drop_outs", "Culte", { Camille: "too_late" }]]);
    expect((await admin.send("DELETE", `/api/users/${leader.user.id}`)).status).toBe(204);
    expect(await told()).toEqual([]);
    expect(await mail.startAgainAt("12:30")).toEqual([]);
  });

  test("is for an entrusted person that of the mail to who answers for them", async () => {
    const sophie = await team.member("Sophie");
    const lea = await addStranger("Léa");
    const entrust = async (to: Person) =>
      expect((await admin.send("PUT", `/api/users/${lea}/guardians/${to.user.id}`)).status).toBe(204);
    await entrust(sophie);
    const { id } = await createEvent(admin, EVENT);
    const ask = async (userId: string, eventId = id) => {
      const body = { userIds: [userId], inOrder: false };
      expect((await admin.post(`/api/events/${eventId}/requests`, body)).status).toBe(200);
    };
    const askForAnother = async (name: string) =>
      ask(lea, (await createEvent(admin, { ...EVENT, date: "2050-12-24", name })).id);
    const mail = await stopMail(team);
    await ask(sophie.user.id);
    await team.at(TODAY, "13:00");
    await ask(lea);
    await team.at(REMINDER_DAY, "18:00");
    expect(await told()).toEqual([
      ["reminders", "Culte", { Léa: "waiting", Sophie: "waiting" }],
      ["requests", "Culte", { Léa: "waiting" }],
      ["requests", "Culte", { Sophie: "waiting" }],
    ]);
    await giveAnswer(sophie, id, "present", "2050-11-22T17:00:01Z");
    expect(await mail.startAgainAt("18:10", REMINDER_DAY)).toHaveLength(2);
    expect(await told()).toEqual([
      ["reminders", "Culte", { Léa: "sent", Sophie: "answered" }],
      ["requests", "Culte", { Léa: "sent" }],
      ["requests", "Culte", { Sophie: "answered" }],
    ]);
    await stopMailOf(sophie, "reminders");
    await team.at("2050-11-25", "18:00");
    expect((await told())[0]).toEqual(["reminders", "Culte", { Léa: "unwanted", Sophie: "answered" }]);
    await stopMailOf(sophie, "requests");
    await askForAnother("Veillée");
    expect(await told()).toContainEqual(["requests", "Veillée", { Léa: "unwanted" }]);
    await entrust(await team.member("Paul"));
    await askForAnother("Noël");
    expect(await told()).toContainEqual(["requests", "Noël", { Léa: "waiting" }]);
  });

  test("is kept for 30 days", async () => {
    const { database } = team.planning.server;
    await team.member("Anne");
    await createEvent(admin, EVENT);
    await team.at(REMINDER_DAY, "18:00");
    const [before, after] = [new Date("2050-12-22T16:59:00Z"), new Date("2050-12-22T17:01:00Z")];
    await sweepMessages(database, before);
    expect(await readMessages(database, "1", before)).toHaveLength(1);
    expect(await readMessages(database, "1", after)).toEqual([]);
    await sweepMessages(database, after);
    expect(await database.kysely.selectFrom("message").selectAll().execute()).toEqual([]);
  });

  test("tells when members are reminded next, and how many", async () => {
    const [anne, bruno] = [await team.member("Anne"), await team.member("Bruno")];
    expect((await read()).nextReminder).toBeNull();
    const { id } = await createEvent(admin, { ...EVENT, date: "2051-01-27" });
    expect((await read()).nextReminder).toEqual({ at: "2051-01-22T17:00:00.000Z", people: 2 });
    await giveAnswer(anne, id, "absent");
    expect((await read()).nextReminder).toEqual({ at: "2051-01-22T17:00:00.000Z", people: 1 });
    const sooner = await createEvent(admin, EVENT);
    expect((await read()).nextReminder).toEqual({ at: "2050-11-22T17:00:00.000Z", people: 2 });
    await team.at(REMINDER_DAY, "18:00");
    expect((await read()).nextReminder).toEqual({ at: "2050-11-25T17:00:00.000Z", people: 2 });
    for (const person of [anne, bruno]) await giveAnswer(person, sooner.id, "present", "2050-11-22T17:00:01Z");
    expect((await read()).nextReminder).toEqual({ at: "2051-01-22T17:00:00.000Z", people: 1 });
    const body = { isOn: false, daysBefore: 5 };
    expect((await admin.send("PUT", "/api/groups/1/reminders", { body })).status).toBe(200);
    expect((await read()).nextReminder).toBeNull();
  });
});

/** The files of the server, but tests, in which this stands. */
function filesWith(text: string): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return sources.filter((file) => readFileSync(join(SOURCES, file), "utf8").includes(text)).toSorted();
}

describe("messages to people", () => {
  test("are added, taken back and removed where their outcomes are noted, and nowhere else", () => {
    expect(filesWith('kind: "message"')).toEqual(["mail/mailer.ts", "notifications/messages/write-messages.ts"]);
    expect(filesWith('kind: "push"')).toEqual(["notifications/messages/write-messages.ts"]);
    expect(filesWith('deleteFrom("job")')).toEqual(["jobs/write-jobs.ts", "notifications/messages/write-messages.ts"]);
    expect(filesWith('updateTable("message")')).toEqual(["notifications/outcomes/write-outcomes.ts"]);
  });
});
