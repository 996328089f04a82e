import { beforeEach, describe, expect, test } from "vitest";
import type { Turn } from "#domain/line-up/turns.ts";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";

const DATE = "2050-12-24";

describe.each(ENGINES)("somebody who is present at two events at once on %s", (engine) => {
  const planning = planningForEachTest(engine);
  let admin: Person;
  let marie: Person;
  let leader: Person;

  beforeEach(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer({ positions: ["Voix"] });
    leader = await planning.newcomer();
    await leader.send("PUT", "/api/groups/1/members/me");
    expect((await admin.send("PUT", `/api/groups/1/leaders/${leader.user.id}`)).status).toBe(204);
  });

  /** Two hours of the second group at 10:00, and an event of the first group. */
  async function twoEvents(time: string) {
    const other = await createEvent(admin, { name: "Culte", groupId: "2", date: DATE, time: "10:00" });
    const event = await createEvent(admin, { name: "Répétition", groupId: "1", date: DATE, time });
    await giveAnswer(marie, other.id, "present");
    await giveAnswer(marie, event.id, "present");
    return { event, other };
  }

  async function turnOf(eventId: string, reader: Person): Promise<Turn | undefined> {
    const rows = (await reader.get(`/api/events/${eventId}/turns`)).json<Turn[] & Record<string, unknown>>();
    return rows.find(({ userId }) => userId === marie.user.id);
  }

  test("reads it at an answer link, too, past midnight", async () => {
    const night = { name: "Bal", groupId: "2", date: DATE, time: "21:00", location: "Salle" };
    const ball = await admin.post("/api/events", { ...night, endTime: "01:30", endsNextDay: true });
    await giveAnswer(marie, ball.json<{ id: string }>().id, "present");
    // Not by the form, whose first time is 06:00.
    const early = await createEvent(admin, { name: "Matines", groupId: "1", date: "2050-12-25", time: "06:00" });
    const { kysely } = planning.server.database;
    await kysely.updateTable("planning_event").set({ time: "01:00" }).where("id", "=", early.id).execute();
    const token = await answerToken(planning.environment["DATA_DIR"], {
      userId: marie.user.id,
      eventId: early.id,
      purpose: "answer",
    });
    const answer = await planning.server.client().post("/api/answers/by-link", { token, status: "present" });
    expect(answer.json()).toMatchObject({ answer: "present", elsewhere: { name: "Bal", time: "21:00" } });
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("reads at which; leaders of one group read the time, and nothing of the other event", async () => {
    const { event, other } = await twoEvents("11:30");
    expect(await turnOf(event.id, marie)).toMatchObject({ takenAt: "10:00", takenBy: "Culte" });
    expect(await turnOf(other.id, marie)).toMatchObject({ takenAt: "11:30", takenBy: "Répétition" });
    for (const reader of [leader, admin]) {
      const answer = await reader.get(`/api/events/${event.id}/turns`);
      expect(answer.text).toContain('"takenAt":"10:00"');
      expect(answer.text).not.toMatch(/Culte|takenBy/);
    }
  });

  test("is free back to back, once absent, and when the other event is deleted", async () => {
    const { event: later } = await twoEvents("12:00");
    expect(await turnOf(later.id, marie)).not.toHaveProperty("takenAt");
    const { event, other } = await twoEvents("13:30");
    expect(await turnOf(event.id, marie)).toMatchObject({ takenAt: "12:00" });
    await admin.send("DELETE", `/api/events/${later.id}`);
    expect(await turnOf(event.id, marie)).not.toHaveProperty("takenAt");
    await admin.send("PATCH", `/api/events/${other.id}`, { body: { endTime: "14:00" } });
    expect(await turnOf(event.id, marie)).toMatchObject({ takenAt: "10:00" });
    await giveAnswer(marie, other.id, "absent");
    expect(await turnOf(event.id, marie)).not.toHaveProperty("takenAt");
  });

  test("is not taken by an event of a group that they have left", async () => {
    const { event } = await twoEvents("11:30");
    expect((await marie.send("DELETE", "/api/groups/2/members/me")).status).toBe(204);
    expect(await turnOf(event.id, marie)).not.toHaveProperty("takenAt");
  });

  test("nobody's whereabouts are told who is neither in the group nor present", async () => {
    const { event, other } = await twoEvents("11:30");
    const stranger = await planning.newcomer();
    await giveAnswer(stranger, other.id, "present");
    const rows = (await leader.get(`/api/events/${event.id}/turns`)).json<Turn[] & Record<string, unknown>>();
    expect(rows.find(({ userId }) => userId === stranger.user.id)).not.toHaveProperty("takenAt");
  });
});
