import { beforeEach, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  giveAnswer,
  latestPosition,
  NOON,
  type Person,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, EITHER_ENGINE, type TestClient } from "#test/support/server/test-server.ts";

const ANSWER = "/api/answers/by-link";
const EVENT = "/api/answers/by-link/event";
const MINUTE_MS = 60_000;

describe.each(EITHER_ENGINE)("an answer link on %s", (engine) => {
  let now: Date;
  let admin: Person;
  let paul: Person;
  let event: PlannedEvent;
  /** A browser without a session. */
  let browser: TestClient;
  let token: string;

  beforeEach(() => {
    now = NOON;
  });
  const planning = planningForEachTest(engine, { clock: () => now, environment: { TRUSTED_PROXY: "127.0.0.1,::1" } });
  beforeEach(async () => {
    ({ admin } = planning);
    paul = await planning.newcomer({ firstName: "Paul", positions: ["Batterie"] });
    event = await createEvent(admin);
    browser = planning.server.client();
    token = await tokenFor(paul.user.id, event.id);
  });

  function tokenFor(userId: string, eventId: string, purpose: "answer" | "unsubscribe" = "answer"): Promise<string> {
    return answerToken(planning.environment["DATA_DIR"], { userId, eventId, purpose });
  }

  const read = (wanted = token): Promise<Answer> => browser.post(EVENT, { token: wanted });
  const answer = (status: string, more: object = {}): Promise<Answer> =>
    browser.post(ANSWER, { token, status, ...more });

  async function entries(): Promise<PlannedEvent["availability"]> {
    return (await admin.get(`/api/events/${event.id}`)).json<{ availability: PlannedEvent["availability"] }>()
      .availability;
  }

  test("shows its event and what is at stake, and nobody else's answer, and changes nothing", async () => {
    await giveAnswer(admin, event.id, "present");
    const before = await latestPosition(planning);
    const shown = await read();
    expect([shown.status, shown.json()]).toEqual([
      200,
      {
        state: "open",
        firstName: "Paul",
        event: { id: event.id, name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple" },
        answer: null,
        effect: { kind: "covers", roles: ["Batterie"] },
        requiredRoles: [...CRITICAL_ROLES],
        plays: [],
        timeZone: "Europe/Paris",
      },
    ]);
    expect(shown.headers).toMatchObject({ "cache-control": "no-store" });
    expect(await latestPosition(planning)).toBe(before);
    expect((await admin.get("/api/groups/1")).json<GroupDetails>().memberIds).not.toContain(paul.user.id);
  });

  test("tells what is at stake for the roles that the event needs: its own, else its group's", async () => {
    const effect = async () => (await read()).json<{ effect: { kind: string } }>().effect.kind;
    await admin.send("PUT", "/api/groups/1/required-roles", { body: { roles: ["Voix"] } });
    expect(await effect()).toBe("no_critical_service");
    await admin.send("PATCH", `/api/events/${event.id}`, { body: { requiredRoles: ["Batterie"] } });
    expect(await effect()).toBe("covers");
  });

  test("answers without a session, and sets no cookie", async () => {
    const answered = await answer("present");
    expect([answered.status, answered.json()]).toMatchObject([200, { answer: "present" }]);
    expect(answered.headers["set-cookie"]).toBeUndefined();
    expect(await entries()).toEqual([
      { userId: paul.user.id, userName: "Paul Petit", position: "Batterie", status: "present" },
    ]);
    expect((await admin.get("/api/groups/1")).json<GroupDetails>().memberIds).toContain(paul.user.id);
    expect((await read()).json()).toMatchObject({ answer: "present" });
  });

  test("is logged as the person's own answer, for other screens to receive", async () => {
    const before = await latestPosition(planning);
    await answer("absent");
    expect(await changesSince(planning, before)).toMatchObject([
      { type: "availability.set", eventId: event.id, person: { id: paul.user.id }, answer: "absent" },
    ]);
  });

  test("a later answer wins, wherever it was given, and a press twice is one answer", async () => {
    await answer("present");
    now = new Date(now.getTime() + MINUTE_MS);
    await giveAnswer(paul, event.id, "absent");
    expect((await read()).json()).toMatchObject({ answer: "absent" });
    now = new Date(now.getTime() + MINUTE_MS);
    await Promise.all([answer("present"), answer("present")]);
    expect((await entries()).map(({ status }) => status)).toEqual(["present"]);
  });

  test("an absence is no answer", async () => {
    await answer("present");
    await giveAnswer(paul, event.id, null);
    await paul.post("/api/absences", { from: event.date, to: event.date });
    expect((await entries()).map(({ status }) => status)).toEqual(["absent"]);
    expect((await read()).json()).toMatchObject({ answer: null });
  });

  test("an answer for a date that all were asked again about does not count, and the page gets the new date", async () => {
    const givenFor = { date: event.date, time: event.time };
    await answer("absent");
    await admin.send("PATCH", `/api/events/${event.id}`, { body: { date: "2050-12-26", answers: "reset" } });
    now = new Date(now.getTime() + MINUTE_MS);
    const late = await answer("present", { givenFor });
    expect(late.json()).toMatchObject({ answer: null, event: { date: "2050-12-26" } });
    expect((await answer("present", { givenFor: { ...givenFor, date: "2050-12-26" } })).json()).toMatchObject({
      answer: "present",
    });
  });

  test.each([
    ["two hours after its start", undefined, "2050-12-24T21:29:59Z", "2050-12-24T21:30:00Z"],
    ["at its end", "22:00", "2050-12-24T20:59:59Z", "2050-12-24T21:00:00Z"],
  ])("is good until the event is over, %s by the team's clock", async (_, endTime, before, after) => {
    await admin.send("PATCH", `/api/events/${event.id}`, { body: { endTime } });
    now = new Date(before);
    expect((await answer("present")).status).toBe(200);
    now = new Date(after);
    expect((await read()).json()).toEqual({ state: "over", eventId: event.id });
    expectProblem(await answer("absent"), 410, "answer_link.over");
    now = NOON;
    expect((await entries()).map(({ status }) => status)).toEqual(["present"]);
  });

  test("one refusal for all that is void: nothing tells whether an account exists", async () => {
    const [forged, tooLong] = [`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, "x".repeat(2_000)];
    const others = await Promise.all([
      tokenFor(paul.user.id, event.id, "unsubscribe"),
      tokenFor("nobody", event.id),
      tokenFor(paul.user.id, "no-event"),
    ]);
    const swapped = `${token.split(".")[0]}.${others[1]?.split(".")[1]}`;
    const refused = await Promise.all(
      [forged, token.slice(0, 40), `${token}A`, "", tooLong, swapped, ...others].map((wanted) => read(wanted)),
    );
    for (const answered of refused) expectProblem(answered, 404, "answer_link.void");
    const bodies = refused.map((answered) => ({ ...answered.json<object>(), requestId: null }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    for (const wanted of [forged, swapped, ...others]) {
      expectProblem(await browser.post(ANSWER, { token: wanted, status: "present" }), 404, "answer_link.void");
    }
    expect(await entries()).toEqual([]);
  });

  test("is void after the event's deletion, good again after its restoration, and void with the account", async () => {
    await admin.send("DELETE", `/api/events/${event.id}`);
    expectProblem(await read(), 404, "answer_link.void");
    expectProblem(await answer("present"), 404, "answer_link.void");
    await admin.post(`/api/events/${event.id}/restoration`);
    expect((await answer("present")).status).toBe(200);
    await admin.send("DELETE", `/api/users/${paul.user.id}`);
    expectProblem(await read(), 404, "answer_link.void");
    expectProblem(await answer("absent"), 404, "answer_link.void");
  });

  test("void links are limited for each network; good ones from there are answered all the same", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 101; tries += 1) statuses.push((await read("forged")).status);
    expect(statuses.slice(-2)).toEqual([404, 429]);
    expect((await answer("present")).status).toBe(200);
  });

  test("only present and absent are answers", async () => {
    expect((await answer("maybe")).status).toBe(422);
    expect(await entries()).toEqual([]);
  });

  test("650 calls by the link leave its person's session alone; the link itself still works elsewhere", async () => {
    const headers = { "x-forwarded-for": "192.0.2.66" };
    const send = () => browser.send("POST", EVENT, { body: { token }, headers });
    const statuses: number[] = [];
    for (let count = 0; count < 650; count += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.indexOf(429)).toBe(600);
    const own = { body: { status: "absent" }, headers };
    expect((await paul.send("PUT", `/api/events/${event.id}/availability`, own)).status).toBe(200);
    const elsewhere = { "x-forwarded-for": "192.0.2.67" };
    expect((await browser.post(ANSWER, { token, status: "present" }, elsewhere)).status).toBe(200);
  });

  test("no token is logged", async () => {
    await read();
    await answer("present");
    await browser.get(`/answer?t=${token}`);
    expect(planning.server.log.join("\n")).not.toContain(token.slice(0, 20));
    expect(planning.server.log.filter((line) => line.includes('"path":"/answer'))).toHaveLength(1);
  });
});
