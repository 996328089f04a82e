import { beforeEach, describe, expect, test } from "vitest";
import { type ReadEntry, readEntries } from "#test/support/calendar/test-calendar.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, giveAnswer, NOON, type Person } from "#test/support/server/test-planning.ts";
import { type Answer, EITHER_ENGINE, signInDefaultAdmin } from "#test/support/server/test-server.ts";

const LINK = "/api/users/me/calendar";
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(EITHER_ENGINE)("somebody's calendar on %s", (engine) => {
  let admin: Person;
  let marie: Person;
  let now = NOON;

  const planning = planningForEachTest(engine, { clock: () => now, environment: { TRUSTED_PROXY: "127.0.0.1,::1" } });
  beforeEach(async () => {
    now = NOON;
    ({ admin } = planning);
    marie = await planning.newcomer();
    expect((await marie.send("PUT", "/api/groups/1/members/me")).status).toBe(200);
  });

  async function moveTo(time: Date): Promise<void> {
    now = time;
    admin = await signInDefaultAdmin(planning.server);
  }

  async function newLink(person = marie): Promise<string> {
    const answer = await person.post(LINK);
    expect(answer.status).toBe(201);
    return new URL(answer.json<{ address: string }>().address).pathname;
  }

  /** Without a session, as calendar programs do. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    planning.server.client().send("GET", path, { headers });

  async function entries(path: string): Promise<ReadEntry[]> {
    const answer = await get(path);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    return readEntries(answer.text);
  }

  async function only(path: string): Promise<ReadEntry> {
    const [entry, ...others] = await entries(path);
    if (entry === undefined || others.length > 0) throw new Error(`one entry, not ${others.length + 1}`);
    return entry;
  }

  test("holds an event with its time, place, details, own answer and address", async () => {
    const event = await createEvent(admin);
    const other = await planning.newcomer();
    await giveAnswer(other, event.id, "absent");
    await admin.send("PATCH", `/api/events/${event.id}`, {
      body: { details: "Balance à 19 h.\nNoir.", endTime: "22:15" },
    });
    const link = await newLink();
    const address = `${planning.server.url}/events/${event.id}`;
    expect(await only(link)).toEqual({
      uid: `${event.id}@diapason`,
      summary: "Concert",
      location: "Temple",
      description: `Balance à 19 h.\nNoir.\n\nVous n'avez pas encore répondu.\n\n${address}`,
      status: "TENTATIVE",
      sequence: 1,
      startsAt: "2050-12-24T19:30:00.000Z",
      endsAt: "2050-12-24T21:15:00.000Z",
      changedAt: NOON.toISOString(),
    });
    await giveAnswer(marie, event.id, "present");
    const answered = await only(link);
    expect([answered.status, answered.description]).toEqual([
      "CONFIRMED",
      `Balance à 19 h.\nNoir.\n\nVotre réponse\u00a0: présent.\n\n${address}`,
    ]);
    await giveAnswer(marie, event.id, "absent");
    expect(await entries(link)).toEqual([]);
    await giveAnswer(marie, event.id, null);
    expect((await only(link)).status).toBe("TENTATIVE");
  });

  test("says what the person plays in the kept line-up, and follows it", async () => {
    const event = await createEvent(admin);
    const guitarist = await planning.newcomer({ positions: ["Lead", "Guitare acoustique"] });
    const drummer = await planning.newcomer({ positions: ["Batterie"] });
    for (const person of [guitarist, drummer]) await giveAnswer(person, event.id, "present");
    const link = await newLink(guitarist);
    const before = await only(link);
    const holdings = [
      { role: "Lead", userId: guitarist.user.id },
      { role: "Batterie", userId: drummer.user.id },
      { role: "Guitare", userId: guitarist.user.id },
    ];
    const path = `/api/events/${event.id}/line-up`;
    expect((await admin.send("PUT", path, { body: { holdings } })).status).toBe(200);
    const kept = await only(link);
    expect(kept.description).toContain("Vous jouez\u00a0: Lead, Guitare\n\nVotre réponse");
    expect(kept.description).not.toContain("Batterie");
    expect(kept.sequence).toBeGreaterThan(before.sequence);
    expect((await admin.send("DELETE", path)).status).toBe(204);
    expect((await only(link)).description).toBe(before.description);
  });

  test("holds each event of a series at its time of day, before and after the clocks change", async () => {
    const series = { groupId: "1", name: "Culte", date: "2051-03-19", time: "10:00", location: "Temple" };
    const made = await admin.post("/api/event-series", { ...series, every: "week", until: "2051-04-02" });
    expect(made.status).toBe(201);
    const read = await entries(await newLink());
    expect(read.map(({ startsAt }) => startsAt)).toEqual([
      "2051-03-19T09:00:00.000Z",
      "2051-03-26T08:00:00.000Z",
      "2051-04-02T08:00:00.000Z",
    ]);
  });

  test("leaves out what falls into an absence, unless the person says that they come", async () => {
    const event = await createEvent(admin);
    const link = await newLink();
    expect((await marie.post("/api/absences", { from: "2050-12-20", to: event.date })).status).toBe(201);
    expect(await entries(link)).toEqual([]);
    await giveAnswer(marie, event.id, "present");
    expect((await only(link)).status).toBe("CONFIRMED");
  });

  test("reaches from three months ago to eighteen months ahead, in the groups of the person", async () => {
    const link = await newLink();
    const other = await planning.newcomer();
    for (const id of ["1", "2"]) expect((await other.send("PUT", `/api/groups/${id}/members/me`)).status).toBe(200);
    const event = { name: "Concert", time: "20:30", location: "Temple", availability: [] };
    const days = ["2050-08-19", "2050-08-20", "2052-05-20", "2052-05-21"];
    const groups = ["1", "2"].map((id) => ({ id, name: `Groupe ${id}` }));
    const events = [
      ...days.map((date) => ({ id: date, groupId: "1", date, ...event })),
      { id: "other", groupId: "2", date: "2050-12-24", ...event },
    ];
    expect((await admin.post("/api/sharing/additions", { groups, events })).status).toBe(200);
    expect((await entries(link)).map(({ uid }) => uid)).toEqual(["2050-08-20@diapason", "2052-05-20@diapason"]);
    expect((await marie.send("PUT", "/api/groups/2/members/me")).status).toBe(200);
    expect((await entries(link)).map(({ uid }) => uid)).toContain("other@diapason");
    expect((await marie.send("DELETE", "/api/groups/2/members/me")).status).toBe(204);
    expect((await entries(link)).map(({ uid }) => uid)).not.toContain("other@diapason");
  });

  test("an event that moves between two readings keeps its id and gets a higher sequence", async () => {
    const event = await createEvent(admin);
    const link = await newLink();
    const before = await only(link);
    await moveTo(new Date(NOON.getTime() + DAY_MS));
    await admin.send("PATCH", `/api/events/${event.id}`, { body: { date: "2050-12-25", time: "10:00" } });
    const after = await only(link);
    expect([before.sequence, before.startsAt]).toEqual([0, "2050-12-24T19:30:00.000Z"]);
    expect(after).toMatchObject({
      uid: before.uid,
      sequence: 1,
      startsAt: "2050-12-25T09:00:00.000Z",
      endsAt: "2050-12-25T11:00:00.000Z",
      changedAt: now.toISOString(),
    });
  });

  test.each(["event", "series", "group"])(
    "a deleted %s is cancelled for 30 days, and its restoration has a higher sequence still",
    async (what) => {
      const series = { name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple", every: "week" };
      const body = { ...series, groupId: "1", until: "2050-12-31" };
      const event =
        what === "series"
          ? (await admin.post("/api/event-series", body)).json<{ id: string }[] & Record<string, unknown>>()[0]
          : await createEvent(admin);
      const link = await newLink();
      const path = what === "group" ? "/api/groups/1" : `/api/events/${event?.id}`;
      const scope = what === "series" ? "?scope=following" : "";
      const seen = async () => (await entries(link)).map(({ status, sequence }) => `${status} ${sequence}`);
      const each = (state: string) => Array<string>(what === "series" ? 2 : 1).fill(state);
      expect(await seen()).toEqual(each("TENTATIVE 0"));
      expect((await admin.send("DELETE", path + scope)).status).toBe(204);
      expect(await seen()).toEqual(each("CANCELLED 1"));
      expect((await admin.post(`${path}/restoration${scope}`)).status).toBe(200);
      expect(await seen()).toEqual(each("TENTATIVE 2"));
      expect((await admin.send("DELETE", path + scope)).status).toBe(204);
      await moveTo(new Date(NOON.getTime() + 30 * DAY_MS));
      expect(await seen()).toEqual(each("CANCELLED 3"));
      await moveTo(new Date(NOON.getTime() + 30 * DAY_MS + 1));
      expect(await seen()).toEqual([]);
    },
  );

  test("is not sent again while nothing changes, however often it is asked for", async () => {
    const event = await createEvent(admin);
    const link = await newLink();
    const first = await get(link);
    const { etag = "" } = first.headers;
    expect(first.headers).toMatchObject({ "cache-control": "private, no-cache", "referrer-policy": "no-referrer" });
    now = new Date(NOON.getTime() + 60 * 60 * 1000);
    const again = await get(link, { "if-none-match": String(etag) });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await get(link)).text).toBe(first.text);
    await giveAnswer(marie, event.id, "present");
    const changed = await get(link, { "if-none-match": String(etag) });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n");
  });

  test("has one address, which ends when it is renewed, taken back, or the person is deleted", async () => {
    const address = async () => (await marie.get(LINK)).json<{ address: string | null }>().address;
    expect(await address()).toBeNull();
    const first = await newLink();
    expect(await address()).toBe(planning.server.url + first);
    const second = await newLink();
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    expect((await marie.send("DELETE", LINK)).status).toBe(204);
    expect([(await get(second)).status, await address()]).toEqual([404, null]);
    const third = await newLink();
    expect((await admin.send("DELETE", `/api/users/${marie.user.id}`)).status).toBe(204);
    expect((await get(third)).status).toBe(404);
  });

  test("no other address leads to it, and its own cannot be read from the database or the log", async () => {
    const link = await newLink();
    const token = link.slice("/calendar/".length, -".ics".length);
    const others = [
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}.ics`,
      `${token.slice(0, 22)}.ics`,
      `${"A".repeat(token.length)}.ics`,
      `${token}x.ics`,
      `${token}é.ics`,
      token,
      `${token}.ics/`,
      ".ics",
      "",
    ];
    for (const other of others) {
      const answer = await get(`/calendar/${encodeURI(other)}`);
      expect([other, answer.status, answer.json()["code"]]).toEqual([other, 404, "request.not_found"]);
      expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    }
    expect((await get(link)).status).toBe(200);
    const rows = await planning.server.database.kysely.selectFrom("calendar_feed").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(22));
    const log = planning.server.log.join("\n");
    expect(log).toContain('"path":"/calendar/"');
    expect([token, token.slice(0, 22), token.slice(22)].filter((part) => log.includes(part))).toEqual([]);
  });

  test("is limited for each network that reads it, and never its owner", async () => {
    const link = await newLink();
    const readFrom = async (network: string) => (await get(link, { "x-forwarded-for": network })).status;
    for (let count = 0; count < 600; count += 20) {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => readFrom("1.2.3.4")));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await readFrom("1.2.3.4")).toBe(429);
    expect(await readFrom("1.2.3.5")).toBe(200);
    expect((await marie.get(LINK, { "x-forwarded-for": "1.2.3.4" })).status).toBe(200);
  });
});
