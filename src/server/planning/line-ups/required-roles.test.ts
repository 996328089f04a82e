import { describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";
import { playState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { changesSince, createEvent, giveAnswer, latestPosition, NOON } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { readSituation } from "../events/read-situation.ts";

describe.each(ENGINES)("required roles on %s", (engine) => {
  const planning = planningForAllTests(engine);

  async function groupOf(id: string): Promise<GroupDetails> {
    return (await planning.admin.get(`/api/groups/${id}`)).json<GroupDetails & Record<string, unknown>>();
  }

  test("of a group are left out until they are chosen, come in the scale's order, and may be none", async () => {
    const { admin } = planning;
    const { id } = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    const set = (roles: readonly string[]) =>
      admin.send("PUT", `/api/groups/${id}/required-roles`, { body: { roles } });
    expect(await groupOf(id)).not.toHaveProperty("requiredRoles");
    const before = await latestPosition(planning);
    const answer = await set(["Voix", "Lead", "Voix"]);
    expect(answer.json()).toMatchObject({ id, requiredRoles: ["Lead", "Voix", "Voix"] });
    expect((await set([])).status).toBe(200);
    expect((await groupOf(id)).requiredRoles).toEqual([]);
    expect(await changesSince(planning, before)).toEqual([
      { type: "group.required_roles_set", groupId: id, roles: ["Lead", "Voix", "Voix"] },
      { type: "group.required_roles_set", groupId: id, roles: [] },
    ]);
    expectProblem(await set(["Triangle"]), 422, "request.invalid");
    const journal = (await admin.get("/api/journal")).json<{ act: unknown }[] & Record<string, unknown>>();
    expect(journal[0]?.act).toEqual({ type: "group.required_roles_set", group: { id, name: "Chorale" } });
  });

  test("of an event are its own until they are taken away, alone or with those that follow", async () => {
    const { admin } = planning;
    const event = { groupId: "1", name: "Culte", date: "2050-12-03", time: "10:00", location: "Temple" };
    const created = (await admin.post("/api/events", { ...event, requiredRoles: ["Voix", "Lead"] })).json<
      PlannedEvent & Record<string, unknown>
    >();
    expect(created.requiredRoles).toEqual(["Lead", "Voix"]);
    const series = { ...event, every: "week", until: "2050-12-17", requiredRoles: [] };
    const rows = (await admin.post("/api/event-series", series)).json<PlannedEvent[] & Record<string, unknown>>();
    expect(rows.map(({ requiredRoles }) => requiredRoles)).toEqual([[], [], []]);
    const edit = (body: object) => admin.send("PATCH", `/api/events/${rows[1]?.id}`, { body });
    await edit({ requiredRoles: ["Sono"], scope: "following" });
    const now = async () =>
      Promise.all(
        rows.map(
          async ({ id }) => (await admin.get(`/api/events/${id}`)).json<{ requiredRoles?: unknown }>().requiredRoles,
        ),
      );
    expect(await now()).toEqual([[], ["Sono"], ["Sono"]]);
    await edit({ requiredRoles: null });
    expect(await now()).toEqual([[], undefined, ["Sono"]]);
    await edit({ name: "Veillée" });
    expect(await now()).toEqual([[], undefined, ["Sono"]]);
  });

  test("decide who is asked and what is told: an event's own, else its group's, else the seven", async () => {
    const { admin, server } = planning;
    const { id: groupId } = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    const { id } = await createEvent(admin, { groupId });
    const singer = await planning.newcomer({ positions: ["Voix"] });
    await giveAnswer(singer, id, "present");
    const situation = async () => {
      const read = await readSituation(server.database, id, { now: NOON, zone: timeZoneNamed("Europe/Paris") });
      return [read && playState(read.question), read?.question.requiredRoles];
    };
    expect(await situation()).toEqual(["out_of_reach", CRITICAL_ROLES]);
    await admin.send("PUT", `/api/groups/${groupId}/required-roles`, { body: { roles: [] } });
    expect(await situation()).toEqual(["complete", []]);
    await admin.send("PATCH", `/api/events/${id}`, { body: { requiredRoles: ["Voix"] } });
    expect(await situation()).toEqual(["fragile", ["Voix"]]);
  });
});
