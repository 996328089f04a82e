import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { readDate } from "#server/database/schema.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  recipients,
  startNotifiedTeam,
  subjects,
  type NotifiedTeam,
} from "#test/support/server/test-notified-team.ts";
import { noteDueReminders } from "./write-reminded.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };
/** Five days before. */
const REMINDER_DAY = "2050-11-22";
/** Two days before. */
const LAST_REMINDER_DAY = "2050-11-25";

describe.each(ENGINES)("reminders, on %s,", (engine) => {
  let team: NotifiedTeam;
  /** An admin who belongs to no group. */
  let admin: Person;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    admin = await team.organiser("Odile");
  });
  afterEach(() => team.stop());

  test("reach neither an address that is not confirmed nor who stopped them by one click", async () => {
    const [stopped, unconfirmed] = [await team.member("Anne"), await team.member("Bruno")];
    const { kysely } = team.planning.server.database;
    await kysely.updateTable("users").set({ email_verified: false }).where("id", "=", unconfirmed.user.id).execute();
    await createEvent(admin, EVENT);
    const [mail, ...others] = await team.at(REMINDER_DAY, "18:00");
    expect(others).toEqual([]);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const address = new URL(/<([^>]+)>/.exec(header("list-unsubscribe") ?? "")?.[1] ?? "");
    const program = team.planning.server.client();
    const click = () =>
      program.send("POST", address.pathname + address.search, {
        raw: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    // A scanner only reads.
    await program.get(address.pathname + address.search);
    expect((await stopped.get("/api/notifications")).text).toContain('"byMail":true');
    expect((await click()).status).toBe(200);
    expect(await team.at(LAST_REMINDER_DAY, "18:00")).toEqual([]);
  });

  test("of an event that is far ahead come in time, though only near events are read", async () => {
    await team.member("Anne");
    await createEvent(admin, { ...EVENT, date: "2051-06-04" });
    const { kysely } = team.planning.server.database;
    await team.settle();
    const jobs = await kysely.selectFrom("job").select("due_at").where("kind", "=", "reminders").execute();
    expect(jobs.map(({ due_at: dueAt }) => readDate(dueAt))).toEqual([new Date("2051-05-21T16:00:00Z")]);
    await team.at("2051-05-21", "18:00");
    expect(await team.at("2051-05-30", "17:00")).toHaveLength(1);
  });

  test("come after weeks in which the machine slept", async () => {
    await team.member("Anne");
    for (const date of ["2050-12-20", "2051-06-04"]) await createEvent(admin, { ...EVENT, date });
    await team.settle();
    expect(await team.at("2051-05-30", "18:00")).toHaveLength(1);
  });

  test("that went out before a backup was restored do not go out again, later ones do", async () => {
    await team.member("Anne");
    await createEvent(admin, EVENT);
    const { database } = team.planning.server;
    await team.at(REMINDER_DAY, "18:30");
    // As a backup of the afternoon has it.
    await database.kysely.updateTable("planning_event").set({ reminded_until: null }).execute();
    await noteDueReminders(database, new Date(`${REMINDER_DAY}T19:00:00+01:00`), timeZoneNamed("Europe/Paris"));
    await team.restartAt(REMINDER_DAY, "19:00");
    expect(await team.settle()).toEqual([]);
    expect(await team.at(LAST_REMINDER_DAY, "18:00")).toHaveLength(1);
  });

  test("come in time after a backup was restored beside the running server", async () => {
    await team.member("Anne");
    await createEvent(admin, EVENT);
    await team.settle();
    const { database } = team.planning.server;
    // A restoration empties this table.
    await database.kysely.deleteFrom("job").execute();
    await noteDueReminders(database, new Date(`${REMINDER_DAY}T12:00:00+01:00`), timeZoneNamed("Europe/Paris"));
    expect(await team.at(REMINDER_DAY, "18:00")).toHaveLength(1);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("go at 18:00 five days before to members without an answer, who are not in an absence", async () => {
    const [silent, present, absent, away] = [
      await team.member("Anne"),
      await team.member("Bruno"),
      await team.member("Carla"),
      await team.member("David"),
    ];
    const { id } = await createEvent(admin, EVENT);
    await giveAnswer(present, id, "present");
    await giveAnswer(absent, id, "absent");
    await away.post("/api/absences", { from: EVENT.date, to: EVENT.date });
    expect(await team.at(REMINDER_DAY, "17:59")).toEqual([]);
    const mails = await team.at(REMINDER_DAY, "18:00");
    expect(recipients(mails)).toEqual(addressesOf(silent));
    expect(subjects(mails)).toEqual(["Une réponse attendue\u00a0: Culte, dimanche 27 novembre"]);
  });

  test("come once more two days before, and never twice for one moment", async () => {
    const silent = await team.member("Anne");
    await createEvent(admin, EVENT);
    expect(await team.at(REMINDER_DAY, "18:00")).toHaveLength(1);
    expect(await team.settle()).toEqual([]);
    await team.restartAt(REMINDER_DAY, "18:01");
    expect(await team.settle()).toEqual([]);
    // The clock is set back over the moment.
    expect(await team.at(REMINDER_DAY, "17:59")).toEqual([]);
    expect(await team.at(REMINDER_DAY, "18:05")).toEqual([]);
    expect(recipients(await team.at(LAST_REMINDER_DAY, "18:00"))).toEqual(addressesOf(silent));
    expect(await team.at(EVENT.date, "09:59")).toEqual([]);
  });

  test("hold all open events in one message, each with two links that answer without a session", async () => {
    const silent = await team.member("Anne", { positions: ["Batterie"] });
    const { id } = await createEvent(admin, EVENT);
    await createEvent(admin, { ...EVENT, name: "Répétition", date: "2050-11-26" });
    const [mail, ...others] = await team.at(REMINDER_DAY, "18:00");
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Deux réponses attendues\u00a0: Répétition, Culte");
    expect(mail?.text).toContain("Sans vous, pas de Batterie.");
    const links = [...(mail?.text ?? "").matchAll(/\/answer\?t=([\w.-]+)&r=(present|absent)/g)];
    expect(links.map(([, , answer]) => answer)).toEqual(["present", "absent", "present", "absent"]);
    const token = links[2]?.[1];
    const scanner = team.planning.server.client();
    expect((await scanner.post("/api/answers/by-link", { token, status: "present" })).status).toBe(200);
    const event = (await silent.get(`/api/events/${id}`)).json<{ availability: readonly unknown[] }>();
    expect(event.availability).toMatchObject([{ userId: silent.user.id, status: "present" }]);
  });

  test("that fell due while the server was down go out when it is back, but not at night", async () => {
    const silent = await team.member("Anne");
    await createEvent(admin, EVENT);
    await team.restartAt(REMINDER_DAY, "22:30");
    expect(await team.settle()).toEqual([]);
    expect(await team.at("2050-11-23", "07:59")).toEqual([]);
    expect(recipients(await team.at("2050-11-23", "08:00"))).toEqual(addressesOf(silent));
  });

  test("of an event created after 18:00 of its day come the next day at 18:00", async () => {
    await team.member("Anne");
    await team.at(REMINDER_DAY, "18:30");
    await createEvent(admin, EVENT);
    expect(await team.settle()).toEqual([]);
    expect(await team.at("2050-11-23", "18:00")).toHaveLength(1);
  });

  test("do not come for a deleted event, nor from a group that wants none", async () => {
    await team.member("Anne");
    const { id } = await createEvent(admin, EVENT);
    await admin.send("DELETE", `/api/events/${id}`);
    await team.at("2050-11-20", "12:30");
    expect(await team.at(REMINDER_DAY, "18:00")).toEqual([]);
    await createEvent(admin, { ...EVENT, date: "2050-12-10" });
    await admin.send("PUT", "/api/groups/1/reminders", { body: { isOn: false, daysBefore: 5 } });
    expect(await team.at("2050-12-05", "18:00")).toEqual([]);
  });

  test("come at most twice for one date: not again after a restoration, another time or other days", async () => {
    await team.member("Anne");
    const event = await createEvent(admin, EVENT);
    expect(await team.at(REMINDER_DAY, "18:00")).toHaveLength(1);
    await team.at("2050-11-23", "10:00");
    await admin.send("DELETE", "/api/groups/1");
    await admin.post("/api/groups/1/restoration");
    await admin.send("DELETE", `/api/events/${event.id}`);
    await admin.post(`/api/events/${event.id}/restoration`);
    await admin.send("PATCH", `/api/events/${event.id}`, { body: { time: "10:30" } });
    await admin.send("PUT", "/api/groups/1/reminders", { body: { isOn: true, daysBefore: 7 } });
    expect(subjects(await team.at("2050-11-23", "10:10"))).toEqual([
      "Nouvelle heure\u00a0: Culte, dimanche 27 novembre",
    ]);
    expect(await team.at("2050-11-24", "18:00")).toEqual([]);
    expect(await team.at(LAST_REMINDER_DAY, "18:00")).toHaveLength(1);
    await admin.send("PUT", "/api/groups/1/reminders", { body: { isOn: true, daysBefore: 1 } });
    expect(await team.at("2050-11-26", "18:00")).toEqual([]);
  });

  test("of another date begin anew", async () => {
    await team.member("Anne");
    const { id } = await createEvent(admin, EVENT);
    expect(await team.at(REMINDER_DAY, "18:00")).toHaveLength(1);
    await admin.send("PATCH", `/api/events/${id}`, { body: { date: "2050-12-04" } });
    expect(await team.at("2050-11-23", "10:00")).toHaveLength(1);
    expect(await team.at("2050-11-28", "18:00")).toEqual([]);
    expect(await team.at("2050-11-29", "18:00")).toHaveLength(1);
    expect(await team.at("2050-12-02", "18:00")).toHaveLength(1);
  });
});
