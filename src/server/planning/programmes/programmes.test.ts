import { beforeAll, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { ProgrammeItem } from "#domain/programme/programme.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  giveAnswer,
  latestPosition,
  type Person,
  positionOf,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, ENGINES, type TestClient } from "#test/support/server/test-server.ts";

const GLOIRE = { title: "À toi la gloire", key: "Sol", link: "https://chants.example/gloire", note: "Intro seule" };
const ABBA = { title: "Abba Père" };

// oxlint-disable-next-line no-script-url -- it must be refused
const SCRIPT = "javascript:alert(1)";

describe.each(ENGINES)("a programme on %s", (engine) => {
  let admin: Person;
  let marie: Person;
  let lead: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer({ positions: ["Voix"] });
    lead = await planning.newcomer({ positions: ["Lead"] });
  });

  function set(eventId: string, items: unknown, basedOn = 0, client: TestClient = admin) {
    return client.send("PUT", `/api/events/${eventId}/programme`, { body: { items, basedOn } });
  }

  function rowOf(answer: Answer): PlannedEvent {
    return answer.json<PlannedEvent & Record<string, unknown>>();
  }

  async function read(eventId: string): Promise<PlannedEvent> {
    return rowOf(await marie.get(`/api/events/${eventId}`));
  }

  async function newEvent(items: readonly ProgrammeItem[] = []): Promise<PlannedEvent> {
    const { id } = await createEvent(admin);
    if (items.length > 0) await set(id, items);
    return read(id);
  }

  function keepLead(eventId: string) {
    const body = { holdings: [{ role: "Lead", userId: lead.user.id }] };
    return admin.send("PUT", `/api/events/${eventId}/line-up`, { body });
  }

  test("is in the event's row, in the log and in the journal; an event without one has the shape that it had", async () => {
    const { id, name, date, ...others } = await newEvent();
    expect(Object.keys(others).filter((field) => field.startsWith("programme"))).toEqual([]);
    const before = await latestPosition(planning);
    const answer = await set(id, [GLOIRE, { ...ABBA, key: "", note: "  " }]);
    expect(answer.status).toBe(200);
    expect(positionOf(answer)).toBe(await latestPosition(planning));
    expect(rowOf(answer)).toMatchObject({ programme: [GLOIRE, ABBA], programmeVersion: 1 });
    expect(await changesSince(planning, before)).toEqual([
      { type: "programme.set", eventId: id, programme: [GLOIRE, ABBA], basedOn: 0 },
    ]);
    const [latest] = (await admin.get("/api/journal")).json<{ act: unknown }[] & Record<string, unknown>>();
    expect(latest?.act).toEqual({ type: "programme.set", event: { id, name, date } });
  });

  test("based on another version is refused, unless it is the one that is there", async () => {
    const { id } = await newEvent([GLOIRE]);
    expectProblem(await set(id, [ABBA]), 409, "programme.changed");
    expect((await read(id)).programme).toEqual([GLOIRE]);
    const before = await latestPosition(planning);
    expect((await set(id, [GLOIRE])).status).toBe(200);
    expect(await latestPosition(planning)).toBe(before);
    expect(rowOf(await set(id, [ABBA], 1)).programmeVersion).toBe(2);
  });

  test("that was emptied keeps its version, so that what was based on the former one is refused", async () => {
    const { id } = await newEvent([GLOIRE]);
    const emptied = rowOf(await set(id, [], 1));
    expect([emptied.programme, emptied.programmeVersion]).toEqual([undefined, 2]);
    expectProblem(await set(id, [ABBA], 1), 409, "programme.changed");
    expectProblem(await set(id, [ABBA]), 409, "programme.changed");
    expect(rowOf(await set(id, [ABBA], 2)).programme).toEqual([ABBA]);
  });

  test("of two people who save at once, one is told that it changed", async () => {
    const { id } = await newEvent([GLOIRE]);
    const answers = await Promise.all([set(id, [ABBA], 1), set(id, [{ title: "Entre tes mains" }], 1)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("takes 40 titles of any script, the same one twice, and keeps them as they were typed", async () => {
    const { id } = await newEvent();
    const scripts = ["שיר חדש", "نشيد", "🎵", "???", "Abba Père", "abba pere"];
    const titles = Array.from({ length: 40 }, (_, index) => ({ title: scripts[index % scripts.length] ?? "" }));
    expect(rowOf(await set(id, titles)).programme).toEqual(titles);
    expectProblem(await set(id, [...titles, ABBA], 1), 422, "request.invalid", {
      errors: { items: "programme.too_long" },
    });
  });

  test("names what is wrong in which title", async () => {
    const { id } = await newEvent();
    const wrong = async (item: Readonly<Record<string, string>>) => {
      const { errors } = (await set(id, [ABBA, item])).json<{ errors: Record<string, string> }>();
      return errors;
    };
    expect(await wrong({ title: " " })).toEqual({ "items.1.title": "programme.title_blank" });
    expect(await wrong({ title: "x".repeat(121) })).toEqual({ "items.1.title": "field.too_long" });
    expect(await wrong({ ...ABBA, key: "x".repeat(13) })).toEqual({ "items.1.key": "field.too_long" });
    expect(await wrong({ ...ABBA, note: "x".repeat(201) })).toEqual({ "items.1.note": "field.too_long" });
    expect(await wrong({ ...ABBA, note: "a\u202eb" })).toEqual({ "items.1.note": "text.illegible" });
    for (const link of ["http://a.example", SCRIPT, "ftp://a.example", "chants", "https://"]) {
      expect(await wrong({ ...ABBA, link })).toEqual({ "items.1.link": "programme.link_invalid" });
    }
    expect(await wrong({ ...ABBA, link: `https://a.example/${"x".repeat(2_000)}` })).toEqual({
      "items.1.link": "field.too_long",
    });
  });

  test("takes a link of 2,000 characters, and one with spaces, of which it makes an address", async () => {
    const { id } = await newEvent();
    const long = `https://a.example/${"x".repeat(2_000 - 18)}`;
    const links = [
      { ...ABBA, link: long },
      { ...GLOIRE, link: " https://a.example/mon chant " },
    ];
    const { programme } = rowOf(await set(id, links));
    expect(programme?.map(({ link }) => link)).toEqual([long, "https://a.example/mon%20chant"]);
  });

  test("stays with an event that is edited, by an older page too, moved, deleted and restored", async () => {
    const { id } = await newEvent([GLOIRE]);
    await admin.send("PATCH", `/api/events/${id}`, { body: { date: "2050-12-31", location: "Salle" } });
    await admin.send("DELETE", `/api/events/${id}`);
    await admin.post(`/api/events/${id}/restoration`);
    expect(await read(id)).toMatchObject({ location: "Salle", programme: [GLOIRE], programmeVersion: 1 });
  });

  test("stays with its event when the series of it is edited", async () => {
    const body = { groupId: "1", name: "Culte", date: "2051-01-01", time: "10:00", location: "Temple" };
    const answer = await admin.post("/api/event-series", { ...body, every: "week", until: "2051-01-15" });
    const [first, second] = answer.json<PlannedEvent[] & Record<string, unknown>>();
    await set(second?.id ?? "", [ABBA]);
    await admin.send("PATCH", `/api/events/${first?.id}`, { body: { time: "11:00", scope: "following" } });
    expect(await read(second?.id ?? "")).toMatchObject({ time: "11:00", programme: [ABBA] });
    expect(await read(first?.id ?? "")).not.toHaveProperty("programme");
  });

  test("of an event that is deleted, or was never there, is not found", async () => {
    const { id } = await newEvent();
    await admin.send("DELETE", `/api/events/${id}`);
    expectProblem(await set(id, [ABBA]), 404, "event.not_found");
    expectProblem(await set("no-such-event", [ABBA]), 404, "event.not_found");
  });

  test("is changed by a leader in the groups that they lead alone", async () => {
    const leader = await planning.newcomer({ positions: ["Voix"] });
    await leader.send("PUT", "/api/groups/1/members/me");
    await admin.send("PUT", `/api/groups/1/leaders/${leader.user.id}`);
    const { id } = await newEvent();
    const elsewhere = await createEvent(admin, { groupId: "2" });
    expect((await set(id, [ABBA], 0, leader)).status).toBe(200);
    expectProblem(await set(elsewhere.id, [ABBA], 0, leader), 403, "request.forbidden");
    expectProblem(await set(id, [GLOIRE], 1, marie), 403, "request.forbidden");
  });

  test("is changed by the lead of the kept line-up, until they are absent or it is dropped", async () => {
    const { id } = await newEvent();
    const change = async (items: unknown, basedOn: number) => (await set(id, items, basedOn, lead)).status;
    await giveAnswer(lead, id, "present");
    expect(await change([ABBA], 0)).toBe(403);
    await keepLead(id);
    expect(await change([ABBA], 0)).toBe(200);
    await giveAnswer(lead, id, "absent");
    expect(await change([GLOIRE], 1)).toBe(403);
    await giveAnswer(lead, id, "present");
    expect(await change([GLOIRE], 1)).toBe(200);
    await admin.send("DELETE", `/api/events/${id}/line-up`);
    expect(await change([ABBA], 2)).toBe(403);
  });

  test("is no longer changed by a lead who is in an absence", async () => {
    const { id, date } = await newEvent();
    await keepLead(id);
    const { id: absence } = (await lead.post("/api/absences", { from: date, to: date })).json<{ id: string }>();
    expect((await set(id, [ABBA], 0, lead)).status).toBe(403);
    await lead.send("DELETE", `/api/absences/${absence}`);
    expect((await set(id, [ABBA], 0, lead)).status).toBe(200);
  });

  test("is changed by a lead at their own event of a day alone, and gives them no other right", async () => {
    const [{ id }, other] = [await newEvent(), await newEvent()];
    await keepLead(id);
    expect((await set(id, [ABBA], 0, lead)).status).toBe(200);
    expect((await set(other.id, [ABBA], 0, lead)).status).toBe(403);
    await keepLead(other.id);
    expect((await set(other.id, [ABBA], 0, lead)).status).toBe(200);
    expect((await lead.send("PATCH", `/api/events/${id}`, { body: { location: "Salle" } })).status).toBe(403);
    expect((await lead.send("DELETE", `/api/events/${id}/line-up`)).status).toBe(403);
  });

  test("of a past event is in the repertoire of its group, that of a coming or deleted one is not", async () => {
    const group = { id: "old", name: "Anciens" };
    const past = (id: string, date: string, programme: readonly ProgrammeItem[]) => ({
      id,
      groupId: "old",
      name: "Culte",
      date,
      time: "10:00",
      location: "Temple",
      availability: [],
      programme,
    });
    const events = [
      past("p1", "2050-11-01", [GLOIRE, ABBA]),
      past("p2", "2050-11-08", [{ title: "a toi la gloire" }]),
      past("p3", "2050-11-09", [{ title: "Supprimé" }]),
      past("p4", "2050-12-24", [{ title: "À venir" }]),
    ];
    await admin.post("/api/sharing/additions", { groups: [group], events });
    await admin.send("DELETE", "/api/events/p3");
    const answer = await marie.get("/api/groups/old/repertoire");
    const { title, key, link } = GLOIRE;
    expect(answer.json()).toEqual([
      { title: title.toLowerCase().replace("à", "a"), key, link, times: 2, lastPlayed: "2050-11-08" },
      { title: ABBA.title, times: 1, lastPlayed: "2050-11-01" },
    ]);
    expectProblem(await marie.get("/api/groups/none/repertoire"), 404, "group.not_found");
  });

  test("comes with an event that another device publishes, checked as one that is typed", async () => {
    const event = { id: crypto.randomUUID(), groupId: "g", name: "Culte", date: "2025-06-01", time: "10:00" };
    const publication = (programme: unknown) => ({
      groups: [{ id: "g", name: "Ancien" }],
      events: [{ ...event, location: "Temple", availability: [], programme, programmeVersion: 4 }],
    });
    const refused = await admin.post("/api/sharing/additions", publication([{ ...ABBA, link: SCRIPT }]));
    expectProblem(refused, 422, "request.invalid", {
      errors: { "events.0.programme.0.link": "programme.link_invalid" },
    });
    expect((await admin.post("/api/sharing/additions", publication([GLOIRE]))).status).toBe(200);
    expect(await read(event.id)).toMatchObject({ programme: [GLOIRE], programmeVersion: 4 });
    expect((await set(event.id, [ABBA], 4)).status).toBe(200);
  });
});
