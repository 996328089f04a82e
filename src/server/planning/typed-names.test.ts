import { beforeAll, describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { type Person } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, MARIE } from "#test/support/server/test-server.ts";

const ILLEGIBLE = [
  ["a control character", "Chœur\u0007"],
  ["a tab", "Chœur\tA"],
  ["a line break", "Chœur\nA"],
  ["a line separator", "Chœur\u2028A"],
  ["nothing that is seen", "\u200b\u3164"],
  ["a direction override", "Chœur \u202eA"],
  ["an isolate", "Chœur \u2066A\u2069"],
  ["half of a pair", "Chœur \ud83d"],
] as const;

const LEGIBLE = [
  "👩🏽\u200d🎤 Chœur ❤\ufe0f",
  "محمد علي",
  "נגה \u200fכהן",
  "Nguye\u0302\u0303n",
  "L'été\u00a0: « 20\u202fh »",
] as const;

describe("a name or text that somebody types", () => {
  let admin: Person;
  let marie: Person;
  let eventId = 0;

  const planning = planningForAllTests("sqlite", { sharing: "off" });

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  const event = { name: "Culte", date: "2050-12-24", time: "10:30", location: "Temple" };
  const entry = { userId: "a", userName: "A", position: "Voix", status: "present" };
  const group = { id: "1", name: "Louange" };

  function publish(wanted: { group?: object; event?: object; entry?: object }): Promise<Answer> {
    eventId += 1;
    const entries = [{ ...entry, ...wanted.entry }];
    const row = { id: `event-${eventId}`, groupId: "1", ...event, availability: entries, ...wanted.event };
    return admin.post("/api/sharing/additions", { groups: [{ ...group, ...wanted.group }], events: [row] });
  }

  let account = 0;
  function signUp(wanted: object): Promise<Answer> {
    account += 1;
    return planning.server
      .client()
      .post("/api/auth/sign-up/email", { ...MARIE, email: `typed-${account}@example.org`, ...wanted });
  }

  function updateProfile(wanted: object): Promise<Answer> {
    const { firstName, lastName, positions } = MARIE;
    return marie.send("PATCH", "/api/users/me", { body: { firstName, lastName, positions, ...wanted } });
  }

  const places: [string, (text: string) => Promise<Answer>][] = [
    ["firstName", (text) => signUp({ firstName: text })],
    ["lastName", (text) => signUp({ lastName: text })],
    ["firstName", (text) => updateProfile({ firstName: text })],
    ["lastName", (text) => updateProfile({ lastName: text })],
    ["events.0.name", (text) => publish({ event: { name: text } })],
    ["events.0.location", (text) => publish({ event: { location: text } })],
    ["events.0.availability.0.userName", (text) => publish({ entry: { userName: text } })],
    ["groups.0.name", (text) => publish({ group: { name: text } })],
    ["name", (text) => admin.post("/api/groups", { name: text })],
    ["name", (text) => admin.send("PATCH", "/api/groups/1", { body: { name: text } })],
    ["name", (text) => admin.post("/api/events", { ...event, groupId: "1", name: text })],
    ["location", (text) => admin.post("/api/events", { ...event, groupId: "1", location: text })],
  ];

  beforeAll(async () => {
    await admin.post("/api/sharing", { groups: [group], events: [] });
  });

  test.each(ILLEGIBLE)("with %s is refused wherever it is typed, in one sentence", async (_, text) => {
    for (const [field, send] of places) {
      const answer = await send(text);
      expectProblem(answer, 422, "request.invalid", { errors: { [field]: "text.illegible" } });
      expect(answer.json()).toMatchObject({
        detail: "Ce texte contient des caractères invisibles ou un retour à la ligne\u00a0: retapez-le.",
      });
    }
  });

  test.each(LEGIBLE)("is kept as it was typed, trimmed: %s", async (text) => {
    for (const [field, send] of places) {
      const answer = await send(` ${text}\n`);
      expect([field, answer.status < 300]).toEqual([field, true]);
    }
    const groups = (await admin.get("/api/groups")).json<{ name: string }[] & Record<string, unknown>>();
    expect(groups.map(({ name }) => name)).toContain(text);
  });

  test("and was stored before this rule is still read", async () => {
    const { kysely } = planning.server.database;
    await kysely.updateTable("planning_group").set({ name: "Chœur\tA" }).where("id", "=", "1").execute();
    await kysely.updateTable("users").set({ last_name: "Petit\u202e" }).where("id", "=", marie.user.id).execute();
    expect((await marie.get("/api/groups/1")).json()).toMatchObject({ name: "Chœur\tA" });
    expect((await marie.get("/api/users")).text).toContain("Petit\u202e");
  });
});
