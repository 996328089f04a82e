import { beforeEach, describe, expect, test } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import { FIRST_REMINDER_SETTINGS } from "#domain/notifications/topics.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { NOON, type Person } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import { setReminders } from "../reminders/write-reminders.ts";
import { createSharedPlanning } from "../shared-planning.ts";

const FIRST = FIRST_REMINDER_SETTINGS;

function pathOf(groupId: string): string {
  return `/api/groups/${groupId}/reminders`;
}

describe.each(ENGINES)("the reminders of a group on %s", (engine) => {
  let admin: Person;
  const planning = planningForEachTest(engine);

  beforeEach(() => {
    ({ admin } = planning);
  });

  const put = (groupId: string, body: object): Promise<Answer> => admin.send("PUT", pathOf(groupId), { body });

  async function settings(groupId: string): Promise<unknown> {
    return (await admin.get(pathOf(groupId))).json();
  }

  async function journal(): Promise<JournalEntry["act"][]> {
    return (await admin.get("/api/journal")).json<(JournalEntry & Record<string, unknown>)[]>().map(({ act }) => act);
  }

  test("when they were chosen is stored, in the transaction that can tell others", async () => {
    const door = createSharedPlanning({
      database: planning.server.database,
      timeZone: "Europe/Paris",
      clock: () => NOON,
    });
    const wanted = { actorId: admin.user.id, groupId: "1", settings: { isOn: false, daysBefore: 7 } } as const;
    expect(await door.write((writing) => setReminders(writing, wanted))).toBe(true);
    expect(await door.write((writing) => setReminders(writing, wanted))).toBe(false);
    const rows = await planning.server.database.kysely
      .selectFrom("planning_group")
      .select(["id", "reminders_set_at"])
      .orderBy("id")
      .execute();
    expect(rows.map(({ reminders_set_at: at }) => at && new Date(at))).toEqual([NOON, null, null]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("are on at first, five days before, and are chosen by admins, with a line in the journal", async () => {
    expect(await settings("1")).toEqual(FIRST);
    const chosen = { isOn: true, daysBefore: 10 };
    const answer = await put("1", chosen);
    expect([answer.status, answer.json()]).toEqual([200, chosen]);
    expect([await settings("1"), await settings("2")]).toEqual([chosen, FIRST]);
    await put("1", { isOn: false, daysBefore: 10 });
    const group = { id: "1", name: "Louange du dimanche" };
    expect((await journal()).slice(0, 2)).toEqual([
      { type: "group.reminders_set", group, isOn: false, daysBefore: 10 },
      { type: "group.reminders_set", group, isOn: true, daysBefore: 10 },
    ]);
  });

  test("the same choice again changes nothing, and has no line", async () => {
    await put("1", { isOn: false, daysBefore: 3 });
    const before = await journal();
    await put("1", { isOn: false, daysBefore: 3 });
    expect(await journal()).toEqual(before);
  });

  test.each([{ isOn: true }, { isOn: true, daysBefore: 4 }, { isOn: "no", daysBefore: 5 }, { daysBefore: 5 }])(
    "%j is no choice",
    async (body) => {
      expect((await put("1", body)).status).toBe(422);
      expect(await settings("1")).toEqual(FIRST);
    },
  );

  test("a group that is not there has none; one that comes back has its own again", async () => {
    expectProblem(await put("none", FIRST), 404, "group.not_found");
    expectProblem(await admin.get(pathOf("none")), 404, "group.not_found");
    const chosen = { isOn: false, daysBefore: 14 };
    await put("2", chosen);
    await admin.send("DELETE", "/api/groups/2");
    expectProblem(await admin.get(pathOf("2")), 404, "group.not_found");
    await admin.post("/api/groups/2/restoration");
    expect(await settings("2")).toEqual(chosen);
  });
});

describe.each(ENGINES)("reminders in a planning that is shared on %s", (engine) => {
  let admin: Person;
  const planning = planningForEachTest(engine, { sharing: "off" });

  beforeEach(() => {
    ({ admin } = planning);
  });

  const share = (query: string): Promise<Answer> =>
    admin.post(`/api/sharing${query}`, { groups: SEED_GROUPS, events: [] });

  async function areOn(...groupIds: string[]): Promise<unknown[]> {
    const answers = await Promise.all(groupIds.map((id) => admin.get(pathOf(id))));
    return answers.map((answer) => answer.json()["isOn"]);
  }

  async function laterGroups(): Promise<string[]> {
    const created = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>().id;
    await admin.post("/api/sharing/additions", { groups: [{ id: "added", name: "Gospel" }], events: [] });
    return [created, "added"];
  }

  test("the choice is no part of the publication: a retry without it changes nothing", async () => {
    const first = await share("?reminders=off");
    const again = await share("?reminders=on");
    expect([again.status, again.json()]).toEqual([201, first.json()]);
    expect(await areOn("1", "2", "3")).toEqual([false, false, false]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test.each(["", "?reminders=on", "?group=1"])("with %j are on, for groups of later too", async (query) => {
    expect((await share(query)).status).toBe(201);
    expect(await areOn("1", "2", "3", ...(await laterGroups()))).toEqual([true, true, true, true, true]);
  });

  test("are off where the one who shared did not want them, for groups of later too", async () => {
    const first = await share("?group=1&reminders=off");
    expect(first.status).toBe(201);
    expect(await areOn("1", "2", "3", ...(await laterGroups()))).toEqual([false, false, false, false, false]);
  });

  test("any other choice is refused", async () => {
    expect((await share("?reminders=maybe")).status).toBe(422);
  });
});
