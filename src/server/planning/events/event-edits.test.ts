import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { seriesEventId } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  CONCERT,
  createEvent,
  giveAnswer,
  latestPosition,
  NOON,
  type Person,
  TODAY,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES } from "#test/support/server/test-server.ts";

const WEEKLY = { ...CONCERT, date: "2050-12-04", every: "week", until: "2050-12-18" };
const DATES = ["2050-12-04", "2050-12-11", "2050-12-18"];

describe.each(ENGINES)("events on %s", (engine) => {
  let admin: Person;
  let marie: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  function edit(id: string, body: Record<string, unknown>, who = admin) {
    return who.send("PATCH", `/api/events/${id}`, { body });
  }

  async function read(id: string): Promise<PlannedEvent> {
    return (await admin.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
  }

  async function newSeries(body: Record<string, unknown> = {}, key: string = randomUUID()) {
    const answer = await admin.post("/api/event-series", { ...WEEKLY, ...body }, { "idempotency-key": key });
    return { key, answer, events: answer.json<PlannedEvent[] & Record<string, unknown>>() };
  }

  async function sequenceOf(id: string): Promise<number> {
    const { kysely } = planning.server.database;
    const query = kysely.selectFrom("planning_event").select("sequence").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).sequence;
  }

  test("may have an end and details, and have the specification's shape without", async () => {
    const body = { ...CONCERT, endTime: "22:00", details: "  Accordage à 20 h.\r\nTenue\tnoire  " };
    const full = await admin.post("/api/events", body);
    expect(full.status).toBe(201);
    expect(await read(full.json<{ id: string }>().id)).toMatchObject({
      endTime: "22:00",
      details: "Accordage à 20 h.\nTenue noire",
    });
    const plain = await admin.post("/api/events", { ...CONCERT, details: " " });
    const { id } = plain.json<{ id: string }>();
    expect(await read(id)).toEqual({ ...CONCERT, id, availability: [] });
  });

  test.each([
    [{ endTime: "20:30" }, { endTime: "event.end_before_start" }],
    [{ endTime: "8:00" }, { endTime: "event.time_invalid" }],
    [{ details: "é".repeat(1001) }, { details: "field.too_long" }],
    [{ details: "avant\u202Eaprès" }, { details: "text.illegible" }],
    [{ details: "a\u0000b" }, { details: "text.illegible" }],
  ])("refuse %o", async (body, errors) => {
    const answer = await admin.post("/api/events", { ...CONCERT, ...body });
    expectProblem(answer, 422, "request.invalid");
    expect(answer.json<{ errors: unknown }>().errors).toEqual(errors);
  });

  test("keep details of a thousand emoji, right-to-left words and markup as they are", async () => {
    for (const details of ["🎸".repeat(1000), "שלום עולם", "<b>gras</b> & <script>alert(1)</script>"]) {
      const created = await admin.post("/api/events", { ...CONCERT, details });
      expect(created.json<PlannedEvent & Record<string, unknown>>().details).toBe(details);
    }
  });

  describe("are edited", () => {
    test("field by field: two admins who save at once each keep their own", async () => {
      const event = await createEvent(admin);
      const before = await latestPosition(planning);
      const answers = await Promise.all([
        edit(event.id, { location: "Salle" }),
        edit(event.id, { time: "19:00", endTime: "21:00" }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read(event.id)).toEqual({ ...event, location: "Salle", time: "19:00", endTime: "21:00" });
      expect(await changesSince(planning, before)).toHaveLength(2);
      expect(await sequenceOf(event.id)).toBe(2);
    });

    test("by admins alone, and an edit that changes nothing is not logged", async () => {
      const event = await createEvent(admin);
      const before = await latestPosition(planning);
      expectProblem(await edit(event.id, { name: "Fête" }, marie), 403, "request.forbidden");
      expect((await edit(event.id, { name: event.name, endTime: null })).status).toBe(200);
      expect(await latestPosition(planning)).toBe(before);
      expect(await sequenceOf(event.id)).toBe(0);
    });

    test("with null for what is taken away", async () => {
      const event = await createEvent(admin);
      await edit(event.id, { endTime: "22:00", details: "Noir" });
      const answer = await edit(event.id, { endTime: null, details: null });
      expect(answer.json()).toEqual(event);
      expectProblem(await edit(event.id, { name: null }), 422, "request.invalid");
    });

    test("not to a past day, nor to an end before the start, and a past event keeps its date", async () => {
      const event = await createEvent(admin, { date: TODAY });
      expect((await edit(event.id, { date: "2050-11-19" })).json()).toMatchObject({
        status: 422,
        errors: { date: "event.date_past" },
      });
      await edit(event.id, { endTime: "22:00" });
      expect((await edit(event.id, { time: "22:00" })).json()).toMatchObject({
        status: 422,
        errors: { endTime: "event.end_before_start" },
      });
      const { kysely } = planning.server.database;
      await kysely.updateTable("planning_event").set({ date: "2050-11-01" }).where("id", "=", event.id).execute();
      expectProblem(await edit(event.id, { date: "2050-12-01" }), 422, "request.invalid");
      expect((await edit(event.id, { name: "Fête", date: "2050-11-01" })).status).toBe(200);
    });

    test("never after their deletion", async () => {
      const event = await createEvent(admin);
      await admin.send("DELETE", `/api/events/${event.id}`);
      expectProblem(await edit(event.id, { name: "Fête" }), 404, "event.not_found");
    });

    test("and ask again only where they move: answers for the former date do not count then, whenever they arrive", async () => {
      const event = await createEvent(admin);
      await giveAnswer(marie, event.id, "present");
      await edit(event.id, { location: "Salle", answers: "reset" });
      expect((await read(event.id)).availability).not.toEqual([]);
      await edit(event.id, { date: "2050-12-25", answers: "reset" });
      expect((await read(event.id)).availability).toEqual([]);
      await giveAnswer(marie, event.id, "present", new Date(NOON.getTime() - 1).toISOString());
      expect((await read(event.id)).availability).toEqual([]);
      const slow = { status: "absent", answeredAt: new Date(NOON.getTime() - 60_000).toISOString() };
      const path = `/api/events/${event.id}/availability`;
      await marie.send("PUT", path, { body: { ...slow, givenFor: { date: event.date, time: event.time } } });
      expect((await read(event.id)).availability).toEqual([]);
      await marie.send("PUT", path, { body: { ...slow, givenFor: { date: "2050-12-25", time: event.time } } });
      expect((await read(event.id)).availability).toHaveLength(1);
      await edit(event.id, { date: "2050-12-26" });
      expect((await read(event.id)).availability).toHaveLength(1);
    });
  });

  describe("of a series", () => {
    test("are created in one change, under ids that follow from its key, and a retry adds nothing", async () => {
      const before = await latestPosition(planning);
      const { key, answer, events } = await newSeries({ endTime: "22:00" });
      expect(answer.status).toBe(201);
      expect(events.map(({ date }) => date)).toEqual(DATES);
      expect(events.map(({ id }) => id)).toEqual(DATES.map((date) => seriesEventId(key, date)));
      expect(events.every(({ seriesId, endTime }) => seriesId === key && endTime === "22:00")).toBe(true);
      const retry = await newSeries({ endTime: "22:00" }, key);
      expect([retry.answer.status, retry.events]).toEqual([201, events]);
      expect(await changesSince(planning, before)).toHaveLength(1);
      expectProblem((await newSeries({ until: "2050-12-25" }, key)).answer, 409, "event.exists");
    });

    test("may fall on a day that has an event already", async () => {
      await createEvent(admin, { date: "2050-12-11" });
      expect((await newSeries()).events).toHaveLength(3);
    });

    test.each([
      [{ until: "2050-12-03" }, { until: "series.until_before_date" }],
      [{ until: "2051-12-05" }, { until: "series.too_long" }],
      [{ every: "day" }, { every: "request.invalid" }],
      [{ date: "2050-11-19", until: "2050-12-01" }, { date: "event.date_past" }],
    ])("are refused for %o", async (body, errors) => {
      expect((await newSeries(body)).answer.json()).toMatchObject({ status: 422, errors });
    });

    test("end at the last possible day", async () => {
      expect((await newSeries({ until: "2051-12-04" })).events).toHaveLength(53);
    });

    test("move from one of them on by as many days, in one change, or one alone", async () => {
      const { events } = await newSeries();
      const [first, second, third] = events.map(({ id }) => id);
      await giveAnswer(marie, third ?? "", "present");
      const before = await latestPosition(planning);
      await edit(second ?? "", { date: "2050-12-12", time: "19:00", scope: "following" });
      expect(await changesSince(planning, before)).toHaveLength(1);
      expect((await read(first ?? "")).date).toBe("2050-12-04");
      expect(await read(second ?? "")).toMatchObject({ date: "2050-12-12", time: "19:00" });
      expect(await read(third ?? "")).toMatchObject({ date: "2050-12-19", time: "19:00" });
      expect((await read(third ?? "")).availability).not.toEqual([]);
      await edit(second ?? "", { date: "2050-12-13", scope: "one" });
      expect((await read(third ?? "")).date).toBe("2050-12-19");
      await edit(second ?? "", { date: "2050-12-14", scope: "following", answers: "reset" });
      expect(await read(third ?? "")).toMatchObject({ date: "2050-12-20", availability: [] });
    });

    test("are all edited or none, also where others changed one meanwhile", async () => {
      const { events } = await newSeries();
      const [first, , third] = events.map(({ id }) => id);
      await edit(third ?? "", { endTime: "22:00" });
      expectProblem(await edit(first ?? "", { time: "22:30", scope: "following" }), 422, "request.invalid");
      expect((await read(first ?? "")).time).toBe("20:30");
      await admin.send("DELETE", `/api/events/${third}`);
      expect((await edit(first ?? "", { time: "22:30", scope: "following" })).status).toBe(200);
    });

    test("are deleted from one of them on, and come back with their answers", async () => {
      const { events } = await newSeries();
      const [first, second, third] = events.map(({ id }) => id);
      await giveAnswer(marie, third ?? "", "present");
      const before = await latestPosition(planning);
      const deletion = await admin.send("DELETE", `/api/events/${second}?scope=following`);
      expect(deletion.status).toBe(204);
      expect(await changesSince(planning, before)).toHaveLength(1);
      expect((await read(first ?? "")).date).toBe("2050-12-04");
      for (const id of [second, third]) expectProblem(await admin.get(`/api/events/${id}`), 404, "event.not_found");
      const back = await admin.post(`/api/events/${second}/restoration?scope=following`);
      expect(back.status).toBe(200);
      expect((await read(third ?? "")).availability).not.toEqual([]);
    });
  });

  test("name in the journal who edited what", async () => {
    const event = await createEvent(admin, { name: "Culte" });
    await edit(event.id, { name: "Fête" });
    const journal = (await admin.get("/api/journal")).json<{ act: unknown }[] & Record<string, unknown>>();
    expect(journal[0]?.act).toEqual({
      type: "event.edited",
      event: { id: event.id, name: "Culte", date: event.date },
    });
  });
});

describe.each(ENGINES)("answers on %s", (engine) => {
  let admin: Person;
  let marie: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  function say(who: Person, id: string, body: Record<string, unknown>, userId?: string) {
    const path = `/api/events/${id}/availability`;
    return who.send("PUT", userId === undefined ? path : `${path}/${userId}`, { body });
  }

  async function entries(id: string): Promise<PlannedEvent["availability"]> {
    return (await admin.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>().availability;
  }

  test("may come with a word, which goes when the answer changes", async () => {
    const { id } = await createEvent(admin);
    await say(marie, id, { status: "present", comment: "  En retard " });
    expect((await entries(id)).map(({ comment }) => comment)).toEqual(["En retard", "En retard"]);
    await say(marie, id, { status: "present" });
    expect((await entries(id))[0]?.comment).toBe("En retard");
    await say(marie, id, { status: "absent" });
    expect((await entries(id))[0]).not.toHaveProperty("comment");
    await say(marie, id, { status: "absent", comment: "Malade" });
    await say(marie, id, { status: "absent", comment: "" });
    expect((await entries(id))[0]).not.toHaveProperty("comment");
    expectProblem(await say(marie, id, { status: "absent", comment: "a".repeat(141) }), 422, "request.invalid");
    expectProblem(await say(marie, id, { status: "absent", comment: "a\nb" }), 422, "request.invalid");
  });

  test("are given for somebody by an admin, with the admin's name, until they answer themselves", async () => {
    const { id } = await createEvent(admin);
    expectProblem(await say(marie, id, { status: "absent" }, admin.user.id), 403, "request.forbidden");
    await say(admin, id, { status: "present" }, marie.user.id);
    expect(await entries(id)).toMatchObject([
      { userId: marie.user.id, userName: "Marie Petit", position: "Voix", saidBy: admin.user.id },
      { userId: marie.user.id, position: "Lead", saidBy: admin.user.id },
    ]);
    const journal = (await admin.get("/api/journal")).json<
      { act: object; person: object }[] & Record<string, unknown>
    >();
    expect(journal[0]).toMatchObject({
      person: { id: marie.user.id, name: "Marie Petit" },
      act: { type: "answer.given", answer: "present" },
    });
    await say(marie, id, { status: "absent", answeredAt: new Date(NOON.getTime() - 60_000).toISOString() });
    expect((await entries(id))[0]?.status).toBe("present");
    await say(marie, id, { status: "absent" });
    expect(await entries(id)).toEqual([
      { userId: marie.user.id, userName: "Marie Petit", position: "Voix", status: "absent" },
    ]);
    expectProblem(await say(admin, id, { status: "present" }, "nobody"), 404, "user.not_found");
  });

  test("lose the name of an admin who is deleted, and stay", async () => {
    const { id } = await createEvent(admin);
    const other = await planning.newcomer();
    await admin.post("/api/users/admins", { email: other.user.email });
    await say(other, id, { status: "present" }, marie.user.id);
    await admin.send("DELETE", `/api/users/${other.user.id}`);
    const [entry] = await entries(id);
    expect(entry).toMatchObject({ userId: marie.user.id, status: "present" });
    expect(entry).not.toHaveProperty("saidBy");
  });
});
