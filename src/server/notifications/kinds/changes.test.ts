import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import { createEvent, giveAnswer, type Person, TODAY } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import {
  addressesOf,
  recipients,
  startNotifiedTeam,
  stopMail,
  subjects,
  type NotifiedTeam,
} from "#test/support/server/test-notified-team.ts";

const EVENT = { date: "2050-11-27", time: "10:00", name: "Culte" };

describe.each(ENGINES)("changes, on %s,", (engine) => {
  let team: NotifiedTeam;
  /** An admin who belongs to no group. */
  let admin: Person;

  beforeEach(async () => {
    team = await startNotifiedTeam(engine);
    admin = await team.organiser("Odile");
  });
  afterEach(() => team.stop());

  function edit(eventId: string, body: Readonly<Record<string, unknown>>) {
    return admin.send("PATCH", `/api/events/${eventId}`, { body });
  }

  /** An event that was created long enough ago for its changes to be told. It is noon. */
  async function createKnown(details: Parameters<typeof createEvent>[1]) {
    await team.at(TODAY, "11:30");
    const event = await createEvent(admin, details);
    await team.at(TODAY, "12:00");
    return event;
  }

  /** Events on days that follow each other. Returns their ids. */
  async function createMany(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await createEvent(admin, { ...EVENT, date: addDays("2050-12-01", index) })).id);
    }
    return ids;
  }

  async function keptNews(): Promise<number> {
    const { kysely } = team.planning.server.database;
    return (await kysely.selectFrom("job").select("id").where("kind", "=", "news").execute()).length;
  }

  test("are not told to people in an absence, nor are deletion and restoration", async () => {
    const away = await team.member("David");
    const { id } = await createKnown({ ...EVENT, date: "2050-12-24" });
    await away.post("/api/absences", { from: "2050-12-20", to: "2050-12-30" });
    await admin.send("DELETE", `/api/events/${id}`);
    expect(await team.at(TODAY, "12:10")).toEqual([]);
    await admin.post(`/api/events/${id}/restoration`);
    expect(await team.at(TODAY, "12:20")).toEqual([]);
  });

  test("of many events that pile up tell what differs from what the person knows, and are forgotten once told", async () => {
    await team.member("Anne");
    await team.at(TODAY, "11:30");
    const [moved = ""] = await createMany(13);
    await team.at(TODAY, "12:00");
    const stopped = await stopMail(team);
    await admin.send("DELETE", "/api/groups/1");
    await team.at(TODAY, "12:10");
    await admin.post("/api/groups/1/restoration");
    await edit(moved, { time: "11:00" });
    await team.at(TODAY, "12:20");
    expect(await keptNews()).toBe(2);
    await team.at("2050-11-21", "13:00");
    expect(await keptNews()).toBe(2);
    const mails = await stopped.startAgainAt("15:00", "2050-11-21");
    expect(subjects(mails)).toEqual(["Nouvelle heure\u00a0: Culte, jeudi 1er décembre"]);
    expect(mails[0]?.text).toContain("Avant\u00a0: 10:00");
    await team.at("2050-11-22", "14:00");
    expect(await keptNews()).toBe(0);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("are told after five quiet minutes, all in one message, but not to absent people", async () => {
    const [silent, present, absent] = [
      await team.member("Anne"),
      await team.member("Bruno"),
      await team.member("Carla"),
    ];
    const { id } = await createKnown({ ...EVENT, date: "2050-12-24" });
    const other = await createKnown({ ...EVENT, date: "2050-12-31", name: "Veillée" });
    await giveAnswer(present, id, "present");
    await giveAnswer(absent, id, "absent");
    await giveAnswer(absent, other.id, "absent");
    await edit(id, { time: "11:00" });
    expect(await team.at(TODAY, "12:04")).toEqual([]);
    await edit(other.id, { location: "Chapelle" });
    expect(await team.at(TODAY, "12:08")).toEqual([]);
    const mails = await team.at(TODAY, "12:09");
    expect(recipients(mails)).toEqual(addressesOf(silent, present));
    expect(subjects(mails)).toEqual(Array.from({ length: 2 }, () => "Deux dates changent\u00a0: Culte, Veillée"));
    expect(mails[0]?.text).toContain("Avant\u00a0: 10:00");
  });

  test("that were undone, or that concern neither date, time nor place, are not told", async () => {
    await team.member("Anne");
    const { id } = await createKnown({ ...EVENT, date: "2050-12-24" });
    await edit(id, { time: "11:00" });
    await edit(id, { time: "10:00", name: "Culte de Noël" });
    await admin.send("DELETE", `/api/events/${id}`);
    await admin.post(`/api/events/${id}/restoration`);
    expect(await team.at(TODAY, "12:30")).toEqual([]);
  });

  test("a deletion and its undoing are told, also those of a group, and none of them at night", async () => {
    await team.member("Anne");
    const { id } = await createKnown({ ...EVENT, date: "2050-12-24" });
    await admin.send("DELETE", `/api/events/${id}`);
    expect(subjects(await team.at(TODAY, "12:10"))).toEqual(["Annulé\u00a0: Culte, samedi 24 décembre"]);
    await admin.post(`/api/events/${id}/restoration`);
    expect(subjects(await team.at(TODAY, "12:20"))).toEqual(["Maintenu\u00a0: Culte, samedi 24 décembre"]);
    await team.at(TODAY, "22:00");
    await admin.send("DELETE", "/api/groups/1");
    expect(await team.at(TODAY, "22:10")).toEqual([]);
    expect(subjects(await team.at("2050-11-21", "08:00"))).toEqual(["Annulé\u00a0: Culte, samedi 24 décembre"]);
  });

  test("of an event that was created less than five minutes ago are not told", async () => {
    await team.member("Anne");
    const deleted = await createEvent(admin, { ...EVENT, date: "2050-12-24" });
    const corrected = await createEvent(admin, { ...EVENT, date: "2050-12-25" });
    await team.at(TODAY, "12:04");
    await admin.send("DELETE", `/api/events/${deleted.id}`);
    await edit(corrected.id, { time: "11:00" });
    expect(await team.at(TODAY, "12:30")).toEqual([]);
    await edit(corrected.id, { time: "12:00" });
    const [mail] = await team.at(TODAY, "12:35");
    expect(mail?.text).toContain("Avant\u00a0: 11:00");
  });

  describe("of an event that was created less than five minutes ago", () => {
    /** One has answered the new event, present or absent, and one has not. It is two minutes later. */
    async function answeredSoon() {
      const [present, absent] = [await team.member("Anne"), await team.member("Bruno")];
      await team.member("Carla");
      const { id } = await createEvent(admin, { ...EVENT, date: "2050-12-24" });
      await giveAnswer(present, id, "present");
      await giveAnswer(absent, id, "absent");
      await team.at(TODAY, "12:02");
      return { id, present };
    }

    test("are told to those who are present already, and to nobody else", async () => {
      const { id, present } = await answeredSoon();
      await edit(id, { time: "11:00" });
      await team.at(TODAY, "12:04");
      await edit(id, { location: "Chapelle" });
      expect(await team.at(TODAY, "12:08")).toEqual([]);
      const mails = await team.at(TODAY, "12:09");
      expect(recipients(mails)).toEqual(addressesOf(present));
      expect(mails[0]?.text).toContain("Avant\u00a0: 10:00");
    });

    test("are told to them also if it asks for their answers again, or is one of many", async () => {
      const { id, present } = await answeredSoon();
      await edit(id, { date: "2050-12-26", answers: "reset" });
      expect(recipients(await team.at(TODAY, "12:10"))).toEqual(addressesOf(present));
      const events = await createMany(13);
      for (const event of events) await giveAnswer(present, event, "present");
      await admin.send("DELETE", "/api/groups/1");
      const mails = await team.at(TODAY, "12:20");
      const many = mails.find(({ subject }) => subject?.startsWith("Quatorze dates changent"));
      expect(many?.envelope.to).toEqual([present.user.email]);
      // The others know the moved event by now, and none of the new ones.
      const one = "Annulé\u00a0: Culte, lundi 26 décembre";
      expect(subjects(mails).filter((subject) => subject !== many?.subject)).toEqual([one, one]);
    });

    test("that are a deletion or its undoing, however late, are told to them; undone at once, to nobody", async () => {
      const { id, present } = await answeredSoon();
      await admin.send("DELETE", `/api/events/${id}`);
      await admin.post(`/api/events/${id}/restoration`);
      expect(await team.at(TODAY, "12:10")).toEqual([]);
      const other = await createEvent(admin, { ...EVENT, date: "2050-12-25" });
      await giveAnswer(present, other.id, "present");
      await admin.send("DELETE", `/api/events/${other.id}`);
      const deleted = await team.at(TODAY, "12:20");
      expect([recipients(deleted), subjects(deleted)]).toEqual([
        addressesOf(present),
        ["Annulé\u00a0: Culte, dimanche 25 décembre"],
      ]);
      await admin.post(`/api/events/${other.id}/restoration`);
      const restored = await team.at(TODAY, "12:30");
      expect([recipients(restored), subjects(restored)]).toEqual([
        addressesOf(present),
        ["Maintenu\u00a0: Culte, dimanche 25 décembre"],
      ]);
    });
  });

  test("that wait are not put off by another name, other details, or what happens to a new event", async () => {
    await team.member("Anne");
    const { id } = await createKnown({ ...EVENT, date: "2050-12-24" });
    await edit(id, { time: "11:00" });
    await team.at(TODAY, "12:04");
    await edit(id, { name: "Veillée", details: "Apporter un plat" });
    const mistake = await createEvent(admin, { ...EVENT, date: "2050-12-25" });
    await admin.send("DELETE", `/api/events/${mistake.id}`);
    expect(await team.at(TODAY, "12:05")).toHaveLength(1);
  });

  test("are listed up to ten in one message, which counts the others, read by few queries", async () => {
    await team.member("Anne");
    await team.at(TODAY, "11:30");
    await createMany(13);
    await team.at(TODAY, "12:00");
    await admin.send("DELETE", "/api/groups/1");
    const query = vi.spyOn(team.planning.server.database.kysely.getExecutor(), "executeQuery");
    const [mail] = await team.at(TODAY, "12:10");
    const queries = query.mock.calls.filter(([{ sql }]) => !sql.includes('"job"'));
    query.mockRestore();
    expect(mail?.subject).toBe("Treize dates changent\u00a0: Culte");
    expect(mail?.text?.match(/Annulé\./g)).toHaveLength(10);
    expect(mail?.text).toContain("Et trois autres dates changent\u00a0: voyez votre planning.");
    expect(queries.length).toBeLessThan(25);
  });

  test("of many events are stored once for all members, and told to each who is not absent", async () => {
    const [silent, absent, reset] = [await team.member("Anne"), await team.member("Carla"), await team.member("David")];
    await team.at(TODAY, "11:30");
    const events = await createMany(13);
    const [first = "", second = ""] = events;
    for (const id of events) await giveAnswer(absent, id, "absent");
    await giveAnswer(reset, second, "present");
    await reset.post("/api/absences", { from: "2050-12-01", to: "2050-12-31" });
    await team.at(TODAY, "12:00");
    await admin.send("DELETE", "/api/groups/1");
    const stopped = await stopMail(team);
    await team.at(TODAY, "12:10");
    const { kysely } = team.planning.server.database;
    const jobs = await kysely.selectFrom("job").select(["kind", "payload"]).where("kind", "!=", "reminders").execute();
    expect(jobs.map(({ kind }) => kind).toSorted()).toEqual(["message", "message", "news"]);
    const payloads = jobs.map(({ payload }) => payload ?? "");
    expect(payloads.filter((payload) => payload.includes(first))).toHaveLength(1);
    const mails = await stopped.startAgainAt("12:30");
    expect(recipients(mails)).toEqual(addressesOf(silent, reset));
    expect(mails.find(({ envelope }) => envelope.to.includes(reset.user.email ?? ""))?.subject).toBe(
      "Annulé\u00a0: Culte, vendredi 2 décembre",
    );
  });

  test("that pile up while mail is down become one message of what differs from what the person knows", async () => {
    await team.member("Anne");
    const moved = await createKnown({ ...EVENT, date: "2050-12-24" });
    const back = await createKnown({ ...EVENT, date: "2050-12-25", name: "Noël" });
    const stopped = await stopMail(team);
    await edit(moved.id, { time: "11:00" });
    await edit(back.id, { time: "11:00" });
    await team.at(TODAY, "12:06");
    await edit(moved.id, { time: "12:00" });
    await edit(back.id, { time: "10:00" });
    await team.at(TODAY, "12:12");
    const mails = await stopped.startAgainAt("14:00");
    expect(subjects(mails)).toEqual(["Nouvelle heure\u00a0: Culte, samedi 24 décembre"]);
    expect(mails[0]?.text).toContain("Avant\u00a0: 10:00");
  });
});
