import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  CONCERT,
  createEvent,
  latestPosition,
  type Person,
  positionOf,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, ENGINES, type TestClient } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("events on %s", (engine) => {
  let admin: Person;
  let marie: Person;
  /** Noon in Paris, until a test sets a later time. */
  let now = new Date("2050-11-20T11:00:00.000Z");

  const planning = planningForAllTests(engine, { clock: () => now });

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  async function newGroup(): Promise<string> {
    return (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>().id;
  }

  function create(details: object, key?: string): Promise<Answer> {
    return admin.post("/api/events", { ...CONCERT, ...details }, key === undefined ? {} : { "idempotency-key": key });
  }

  async function found(path: string, client: TestClient = marie): Promise<string[]> {
    const answer = await client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json<PlannedEvent[] & Record<string, unknown>>().map(({ id }) => id);
  }

  test("are created with an id of their own, answered as a row, and logged", async () => {
    const before = await latestPosition(planning);
    const answer = await create({ name: " Concert " });
    const { availability, ...event } = answer.json<PlannedEvent & Record<string, unknown>>();
    expect([answer.status, positionOf(answer)]).toEqual([201, before + 1]);
    expect(event).toEqual({ ...CONCERT, id: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(availability).toEqual([]);
    expect(await changesSince(planning, before)).toEqual([{ type: "event.created", event }]);
    expect((await marie.get(`/api/events/${event.id}`)).json()).toEqual({ ...event, availability });
  });

  test("take a key as their id: tried again they are there once, with the answers they have by now", async () => {
    const key = randomUUID();
    const tries = await Promise.all([create({}, key), create({}, key), create({}, key)]);
    expect(tries.map(({ status, json }) => [status, json()])).toEqual(
      Array.from({ length: 3 }, () => [201, { ...CONCERT, id: key, availability: [] }]),
    );
    const before = await latestPosition(planning);
    await marie.send("PUT", `/api/events/${key}/availability`, { body: { status: "absent" } });
    const again = await create({}, key);
    expect(again.json<PlannedEvent & Record<string, unknown>>().availability).toHaveLength(1);
    expect(await latestPosition(planning)).toBe(before + 1);
  });

  test("of another content under a known key are refused, of a deleted one's key too", async () => {
    const key = randomUUID();
    await create({}, key);
    for (const other of [{ name: "Autre" }, { date: "2050-12-25" }, { time: "06:00" }, { location: "Gare" }]) {
      expectProblem(await create(other, key), 409, "event.exists");
    }
    expectProblem(await create({ groupId: "2" }, key), 409, "event.exists");
    await admin.send("DELETE", `/api/events/${key}`);
    expectProblem(await create({}, key), 409, "event.exists");
  });

  test.each(["", "1", "not-a-uuid", "6b5f0d5c-9d9f-4b65-8d0a-3f4d2a1c0e1", `${randomUUID()}0`])(
    "a key is a UUID, not %j",
    async (key) => {
      expectProblem(await create({}, key), 422, "request.invalid", {
        errors: { "idempotency-key": "request.invalid" },
      });
    },
  );

  test.each([
    [{ name: " " }, { name: "field.required" }],
    [{ name: undefined }, { name: "field.required" }],
    [{ name: "x".repeat(201) }, { name: "field.too_long" }],
    [{ name: "a\0b" }, { name: "text.illegible" }],
    [{ location: "" }, { location: "field.required" }],
    [{ location: "\udfff" }, { location: "text.illegible" }],
    [{ date: "" }, { date: "field.required" }],
    [{ date: "2050-02-30" }, { date: "event.date_invalid" }],
    [{ date: "24/12/2050" }, { date: "event.date_invalid" }],
    [{ date: "20500-12-24" }, { date: "event.date_invalid" }],
    [{ time: "20:15" }, { time: "event.time_invalid" }],
    [{ time: "05:30" }, { time: "event.time_invalid" }],
    [{ groupId: "" }, { groupId: "request.invalid" }],
    [{ groupId: "x".repeat(65) }, { groupId: "request.invalid" }],
    [{ groupId: 1 }, { groupId: "request.invalid" }],
  ])("with %j are refused", async (details, errors) => {
    expectProblem(await create(details), 422, "request.invalid", { errors });
  });

  test("of a day that is over in the team's time zone are refused, of today are not", async () => {
    now = new Date("2050-11-20T22:59:00.000Z");
    expect((await create({ date: "2050-11-20" })).status).toBe(201);
    expectProblem(await create({ date: "2050-11-19" }), 422, "request.invalid", {
      errors: { date: "event.date_past" },
    });
    const key = randomUUID();
    expect((await create({ date: "2050-11-20" }, key)).status).toBe(201);
    now = new Date("2050-11-20T23:00:00.000Z");
    expectProblem(await create({ date: "2050-11-20" }), 422, "request.invalid", {
      errors: { date: "event.date_past" },
    });
    expect((await create({ date: "2050-11-20" }, key)).status).toBe(201);
    now = new Date("2050-11-20T11:00:00.000Z");
  });

  test("that are deleted are nowhere to be found, and cannot be deleted again", async () => {
    const groupId = await newGroup();
    const event = await createEvent(admin, { groupId });
    const before = await latestPosition(planning);
    const answer = await admin.send("DELETE", `/api/events/${event.id}`);
    expect([answer.status, answer.text, positionOf(answer)]).toEqual([204, "", before + 1]);
    expect(await changesSince(planning, before)).toEqual([{ type: "event.deleted", eventId: event.id }]);
    expectProblem(await marie.get(`/api/events/${event.id}`), 404, "event.not_found");
    expect(await found(`/api/events?group=${groupId}&from=2050-01-01&to=2050-12-31`)).toEqual([]);
    expect(await found(`/api/events/upcoming?group=${groupId}`)).toEqual([]);
    expectProblem(await admin.send("DELETE", `/api/events/${event.id}`), 404, "event.not_found");
  });

  test("are read by a window of days, both included, by date, then time, then id", async () => {
    const groupId = await newGroup();
    const make = (date: string, time: string, id: string) => create({ groupId, date, time }, id);
    const ids = ["b", "a", "c", "d", "e", "f"].map((sign) => `00000000-0000-4000-8000-00000000000${sign}`);
    const [b = "", a = "", c = "", d = "", e = "", f = ""] = ids.map((id) => `${groupId}${id}`.slice(-36));
    await make("2050-12-10", "20:30", b);
    await make("2050-12-10", "20:30", a);
    await make("2050-12-10", "09:00", c);
    await make("2050-12-01", "20:30", d);
    await make("2050-12-31", "20:30", e);
    await make("2051-01-01", "20:30", f);
    expect(await found(`/api/events?group=${groupId}&from=2050-12-01&to=2050-12-31`)).toEqual([d, c, a, b, e]);
    expect(await found(`/api/events?group=${groupId}&from=2050-12-10&to=2050-12-10`)).toEqual([c, a, b]);
    expect(await found(`/api/events?group=${groupId}&from=2050-12-11&to=2050-12-30`)).toEqual([]);
  });

  test("of all groups are an admin's to read at once", async () => {
    const [first, second] = [await newGroup(), await newGroup()];
    const one = await createEvent(admin, { groupId: first, date: "2052-01-01" });
    const two = await createEvent(admin, { groupId: second, date: "2052-01-02" });
    const all = "/api/events?from=2052-01-01&to=2052-01-31";
    expect(await found(all, admin)).toEqual([one.id, two.id]);
    expect(await found(`${all}&group=${second}`)).toEqual([two.id]);
    expectProblem(await marie.get(all), 403, "request.forbidden");
    expectProblem(await marie.get("/api/events/upcoming"), 403, "request.forbidden");
    expect((await marie.get(`/api/events/${one.id}`)).status).toBe(200);
  });

  test.each([
    ["from=2050-01-01&to=2051-02-05", 200, undefined],
    ["from=2050-01-01&to=2051-02-06", 422, "window.too_long"],
    ["from=0001-01-01&to=9999-12-31", 422, "window.too_long"],
    ["from=9999-12-31&to=9999-12-31", 200, undefined],
    ["from=2050-01-02&to=2050-01-01", 422, "request.invalid"],
    ["from=2050-01-01", 422, "request.invalid"],
    ["to=2050-01-01", 422, "request.invalid"],
    ["", 422, "request.invalid"],
    ["from=2050-02-30&to=2050-03-01", 422, "request.invalid"],
    ["from=2050-01-01&to=tomorrow", 422, "request.invalid"],
  ])("the window %s is answered with %d", async (window, status, code) => {
    const answer = await marie.get(`/api/events?group=1&${window}`);
    expect([answer.status, answer.status === 200 ? undefined : answer.json()["code"]]).toEqual([status, code]);
  });

  test.each(["%00", "", "x".repeat(65)])("the group %j is no id", async (group) => {
    expectProblem(await marie.get(`/api/events?group=${group}&from=2050-01-01&to=2050-01-31`), 422, "request.invalid");
    expectProblem(await marie.get(`/api/events/upcoming?group=${group}`), 422, "request.invalid");
  });

  test("to come are three from today on, today included, unless asked otherwise", async () => {
    const groupId = await newGroup();
    const dates = ["2050-11-21", "2050-11-20", "2051-03-01", "2051-03-02"];
    const [second, first, third, fourth] = await Promise.all(
      dates.map((date) => createEvent(admin, { groupId, date })),
    );
    const ids = [first?.id, second?.id, third?.id, fourth?.id];
    const upcoming = `/api/events/upcoming?group=${groupId}`;
    expect(await found(upcoming)).toEqual(ids.slice(0, 3));
    expect(await found(`${upcoming}&limit=1`)).toEqual(ids.slice(0, 1));
    expect(await found(`${upcoming}&limit=100`)).toEqual(ids);
    expect(await found(`${upcoming}&from=2050-11-21&limit=2`)).toEqual(ids.slice(1, 3));
    expect(await found(`${upcoming}&from=2051-03-03`)).toEqual([]);
    now = new Date("2050-11-20T23:30:00.000Z");
    expect(await found(`${upcoming}&limit=1`)).toEqual(ids.slice(1, 2));
    now = new Date("2050-11-20T11:00:00.000Z");
    const all = await found("/api/events/upcoming?limit=100", admin);
    expect(all).toEqual(expect.arrayContaining(ids));
  });

  test.each(["limit=0", "limit=101", "limit=1.5", "limit=x", "limit=", "limit=-1", "from=today"])(
    "to come with %s are refused",
    async (query) => {
      expectProblem(await marie.get(`/api/events/upcoming?group=1&${query}`), 422, "request.invalid");
    },
  );

  test("carry the position of the latest change in every answer", async () => {
    const event = await createEvent(admin);
    const position = await latestPosition(planning);
    for (const path of [
      "/api/groups",
      "/api/groups/1",
      "/api/events?group=1&from=2050-01-01&to=2050-01-31",
      "/api/events/upcoming?group=1",
      `/api/events/${event.id}`,
    ]) {
      expect([path, positionOf(await marie.get(path))]).toEqual([path, position]);
    }
  });
});
