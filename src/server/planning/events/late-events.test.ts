import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { type ReadEntry, readEntries } from "#test/support/calendar/test-calendar.ts";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { CONCERT, NOON, type Person } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";

const NIGHT = { ...CONCERT, time: "21:00", endTime: "01:30", endsNextDay: true };
const NEW_YEAR = { ...CONCERT, date: "2050-12-31", time: "22:30", endTime: "00:30", endsNextDay: true };
type Events = PlannedEvent[] & Record<string, unknown>;

describe.each(EITHER_ENGINE)("an event that ends after midnight on %s", (engine) => {
  let now = NOON;
  let admin: Person;
  let paul: Person;

  const planning = planningForEachTest(engine, { clock: () => now });
  beforeEach(async () => {
    now = NOON;
    ({ admin } = planning);
    paul = await planning.newcomer({ firstName: "Paul", positions: ["Batterie"] });
    expect((await paul.send("PUT", "/api/groups/1/members/me")).status).toBe(200);
  });

  async function create(body: object = NIGHT): Promise<PlannedEvent> {
    const answer = await admin.post("/api/events", body);
    expect(answer.status).toBe(201);
    return answer.json<PlannedEvent & Record<string, unknown>>();
  }

  const edit = (id: string, body: object) => admin.send("PATCH", `/api/events/${id}`, { body });

  async function read(id: string): Promise<PlannedEvent> {
    return (await admin.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
  }

  async function entriesOf(path: string): Promise<ReadEntry[]> {
    return readEntries((await planning.server.client().send("GET", path)).text);
  }

  test("says so in its row, comes back from the trash so, and one without says nothing", async () => {
    const event = await create();
    expect(event).toEqual({ ...NIGHT, id: event.id, availability: [] });
    await admin.send("DELETE", `/api/events/${event.id}`);
    await admin.post(`/api/events/${event.id}/restoration`);
    expect(await read(event.id)).toEqual(event);
    const evening = await create({ ...CONCERT, endTime: "22:00", endsNextDay: false });
    expect(evening).toEqual({ ...CONCERT, endTime: "22:00", id: evening.id, availability: [] });
  });

  test.each([
    [{ endTime: "01:30" }, "event.end_before_start"],
    [{ endTime: "05:31", endsNextDay: true }, "event.end_too_late"],
    [{ endTime: "22:00", endsNextDay: true }, "event.end_too_late"],
    [{ endsNextDay: true }, "event.end_too_late"],
  ])("is refused with %o", async (end, code) => {
    const series = { every: "week", until: "2050-12-31" };
    for (const [path, more] of [
      ["/api/events", {}],
      ["/api/event-series", series],
    ] as const) {
      const answer = await admin.post(path, { ...CONCERT, ...end, ...more });
      expectProblem(answer, 422, "request.invalid");
      expect(answer.json<{ errors: unknown }>().errors).toEqual({ endTime: code });
    }
    const event = await create();
    const refused = await edit(event.id, { endsNextDay: false, endTime: "02:00" });
    expect(refused.json()).toMatchObject({ status: 422, errors: { endTime: "event.end_before_start" } });
  });

  test("keeps its night through edits of a page that does not know it", async () => {
    const { id } = await create();
    await edit(id, { name: "Bal", location: "Salle" });
    expect(await read(id)).toMatchObject({ ...NIGHT, name: "Bal", location: "Salle" });
    await edit(id, { endTime: "23:00" });
    expect(await read(id)).not.toHaveProperty("endsNextDay");
    await edit(id, { endTime: "00:30", endsNextDay: true });
    await edit(id, { endTime: null });
    expect(Object.keys(await read(id))).not.toContain("endsNextDay");
  });

  test("is one of a series, up to the last night of the year", async () => {
    const series = { ...NEW_YEAR, date: "2050-12-24", every: "week", until: "2050-12-31" };
    const made = await admin.post("/api/event-series", series, { "idempotency-key": randomUUID() });
    const events = made.json<Events>();
    expect(events.map(({ date, endTime, endsNextDay }) => `${date} ${endTime} ${endsNextDay}`)).toEqual([
      "2050-12-24 00:30 true",
      "2050-12-31 00:30 true",
    ]);
    const scope = "following";
    expect((await edit(events[0]?.id ?? "", { endTime: "23:30", endsNextDay: null, scope })).status).toBe(200);
    const [last] = (await admin.get("/api/events?from=2050-12-31&to=2050-12-31")).json<Events>();
    expect(last).toMatchObject({ endTime: "23:30" });
    expect(last).not.toHaveProperty("endsNextDay");
  });

  test("stands in calendars to its end, and one that moves over midnight keeps its id", async () => {
    const { address } = (await paul.post("/api/users/me/calendar")).json<{ address: string }>();
    const { id } = await create({ ...NEW_YEAR, endTime: "23:30", endsNextDay: false });
    const path = new URL(address).pathname;
    const [before] = await entriesOf(path);
    await edit(id, { endTime: "00:30", endsNextDay: true });
    const [after] = await entriesOf(path);
    expect([before?.endsAt, after?.endsAt]).toEqual(["2050-12-31T22:30:00.000Z", "2050-12-31T23:30:00.000Z"]);
    expect(after).toMatchObject({ uid: before?.uid, sequence: 1, startsAt: before?.startsAt });
    // The nights in which the clocks change.
    await edit(id, { date: "2051-03-25", endTime: "03:30" });
    expect((await entriesOf(path))[0]).toMatchObject({
      startsAt: "2051-03-25T21:30:00.000Z",
      endsAt: "2051-03-26T01:30:00.000Z",
    });
    await edit(id, { date: "2051-10-28" });
    expect((await entriesOf(path))[0]).toMatchObject({
      startsAt: "2051-10-28T20:30:00.000Z",
      endsAt: "2051-10-29T02:30:00.000Z",
    });
  });

  test("on a Friday until 01:30 is answered by its link until then, and is over at 01:30", async () => {
    const { id } = await create({ ...NIGHT, date: "2050-12-23" });
    const token = await answerToken(planning.environment["DATA_DIR"], {
      userId: paul.user.id,
      eventId: id,
      purpose: "answer",
    });
    const browser = planning.server.client();
    const send = (status: string) => browser.post("/api/answers/by-link", { token, status });
    now = new Date("2050-12-24T00:29:59Z");
    expect((await send("present")).json()).toMatchObject({ event: { endTime: "01:30", endsNextDay: true } });
    now = new Date("2050-12-24T00:30:00Z");
    expectProblem(await send("absent"), 410, "answer_link.over");
  });

  test("is told with its former night when its place changes, and names its end in one's own data", async () => {
    const { id } = await create();
    await paul.send("PUT", `/api/events/${id}/availability`, { body: { status: "present" } });
    const { answers } = (await paul.get("/api/users/me/data")).json<{ answers: { event: object }[] }>();
    expect(answers).toMatchObject([{ event: { endTime: "01:30", endsNextDay: true } }]);
    await edit(id, { location: "Salle" });
    const news = await planning.server.database.kysely.selectFrom("event_news").selectAll().execute();
    expect(news).toMatchObject([{ event_id: id, end_time: "01:30", ends_next_day: "true" }]);
  });
});
