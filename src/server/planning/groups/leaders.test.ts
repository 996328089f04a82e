import { beforeEach, describe, expect, test } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import type { EventRequests } from "#contract/notifications/requests.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { Group } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { follow, joinGroup, leaveGroup, mentions } from "#test/support/server/test-live.ts";
import { CONCERT, changesSince, createEvent, latestPosition, type Person } from "#test/support/server/test-planning.ts";
import { type Answer, EITHER_ENGINE, ENGINES, MARIE } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("a leader of a group on %s", (engine) => {
  const planning = planningForAllTests(engine);
  let lina: Person;

  function lead(method: "PUT" | "DELETE", person: Person = lina, groupId = "2", by: Person = planning.admin) {
    return by.send(method, `/api/groups/${groupId}/leaders/${person.user.id}`);
  }

  function create(groupId = "2", by: Person = lina): Promise<Answer> {
    return by.post("/api/events", { ...CONCERT, groupId });
  }

  async function leadersOf(groupId = "2", by: Person = planning.admin): Promise<readonly string[] | undefined> {
    const groups = (await by.get("/api/groups")).json<Group[]>();
    return groups.find(({ id }) => id === groupId)?.leaderIds;
  }

  beforeEach(async () => {
    lina = await planning.newcomer();
    await joinGroup(lina, "2");
    for (const userId of (await leadersOf()) ?? [])
      await planning.admin.send("DELETE", `/api/groups/2/leaders/${userId}`);
  });

  test("is named by an admin among the members, told to everybody in the group's row, and in the journal", async () => {
    const marie = await planning.newcomer();
    const before = await latestPosition(planning);
    const stream = await follow(planning.server, marie);
    expect((await lead("PUT")).status).toBe(204);
    await stream.find(mentions("group.leader_named"));
    stream.leave();
    expect(await leadersOf("2", marie)).toEqual([lina.user.id]);
    expect((await marie.get("/api/groups/2")).json<GroupDetails>().leaderIds).toEqual([lina.user.id]);
    expect((await planning.admin.send("PATCH", "/api/groups/2", { body: { name: "Jeunes" } })).json()).toEqual({
      id: "2",
      name: "Jeunes",
      leaderIds: [lina.user.id],
    });
    expect(await leadersOf("1")).toBeUndefined();
    const named = { type: "group.leader_named", groupId: "2", userId: lina.user.id };
    expect((await changesSince(planning, before))[0]).toEqual(named);
    expect((await lead("PUT")).status).toBe(204);
    expect((await lead("DELETE")).status).toBe(204);
    expect((await lead("DELETE")).status).toBe(204);
    expect(await leadersOf()).toBeUndefined();
    const journal = (await planning.admin.get("/api/journal")).json<JournalEntry[]>();
    const group = { id: "2", name: "Jeunes" };
    expect(journal.map(({ act }) => act).slice(0, 3)).toEqual([
      { type: "group.leader_removed", group, userId: lina.user.id },
      { type: "group.renamed", group, formerName: "Groupe de jeunes" },
      { type: "group.leader_named", group: { ...group, name: "Groupe de jeunes" }, userId: lina.user.id },
    ]);
    await planning.admin.send("PATCH", "/api/groups/2", { body: { name: "Groupe de jeunes" } });
  });

  test("has the rights from the next call on, until they are removed, leave, or lose the account", async () => {
    expect((await create()).status).toBe(403);
    await lead("PUT");
    expect((await create()).status).toBe(201);
    expect((await create("1")).status).toBe(403);
    await lead("DELETE");
    expect((await create()).status).toBe(403);
    await lead("PUT");
    await leaveGroup(lina, "2");
    expect([(await create()).status, await leadersOf()]).toEqual([403, undefined]);
    await joinGroup(lina, "2");
    expect([(await create()).status, await leadersOf()]).toEqual([403, undefined]);
    await lead("PUT");
    expect((await planning.admin.send("DELETE", `/api/users/${lina.user.id}`)).status).toBe(204);
    expect(await leadersOf()).toBeUndefined();
  });

  test("sees no address, and brings people into their group alone", async () => {
    await lead("PUT");
    const person = { firstName: "Paul", lastName: "Mercier", positions: [], email: "paul@example.org" };
    const added = await lina.post("/api/people", { groupId: "2", people: [person] });
    expect([added.status, added.json<{ email?: string }[]>()[0]?.email]).toEqual([201, undefined]);
    expect((await lina.post("/api/people", { groupId: "1", people: [person] })).status).toBe(403);
    const users = (await lina.get("/api/users")).json<{ id: string; email?: string }[]>();
    expect(users.filter(({ email }) => email !== undefined).map(({ id }) => id)).toEqual([lina.user.id]);
  });

  test("gives no address to somebody without an account of another group, who could not tell theirs", async () => {
    await lead("PUT");
    const paul = { firstName: "Paul", lastName: "Mercier", positions: [] };
    const rows = async (groupId: string) =>
      (await planning.admin.post("/api/people", { groupId, people: [paul] })).json<{ id: string }[]>();
    const [elsewhere] = await rows("1");
    const [own] = await rows("2");
    const complete = (id: string | undefined, email: string) =>
      lina.post("/api/people", { groupId: "2", people: [{ ...paul, id, email }] });
    expect((await complete(elsewhere?.id, "lina@example.net")).status).toBe(403);
    expect((await complete(own?.id, "paul@example.net")).status).toBe(201);
  });

  test("of a deleted group leads it again when it is restored", async () => {
    const { id } = (await planning.admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    await joinGroup(lina, id);
    await lead("PUT", lina, id);
    await planning.admin.send("DELETE", `/api/groups/${id}`);
    expect((await create(id)).status).toBe(404);
    await planning.admin.post(`/api/groups/${id}/restoration`);
    expect(await leadersOf(id)).toEqual([lina.user.id]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is none who does not belong to the group, nor of a group that is not there", async () => {
    const refused = await lead("PUT", lina, "1");
    expect([refused.status, refused.json()["code"]]).toEqual([422, "leader.not_member"]);
    expect((await lead("PUT", lina, "nope")).json()["code"]).toBe("group.not_found");
    expect((await planning.admin.send("PUT", "/api/groups/2/leaders/nobody")).json()["code"]).toBe("leader.not_member");
  });

  test("names nobody, and removes no leader", async () => {
    const marie = await planning.newcomer();
    await joinGroup(marie, "2");
    await lead("PUT");
    expect((await lead("PUT", marie, "2", lina)).status).toBe(403);
    expect((await lead("DELETE", lina, "2", lina)).status).toBe(403);
    expect(await leadersOf()).toEqual([lina.user.id]);
  });

  test("who is the last one leaves like anybody, and the group is the admins' again", async () => {
    await lead("PUT");
    const { id } = (await create()).json<{ id: string }>();
    await leaveGroup(lina, "2");
    expect((await lina.send("DELETE", `/api/events/${id}`)).status).toBe(403);
    expect((await planning.admin.send("DELETE", `/api/events/${id}`)).status).toBe(204);
  });

  test("of two groups plans in both, and nowhere else", async () => {
    await joinGroup(lina, "3");
    await lead("PUT");
    await lead("PUT", lina, "3");
    for (const groupId of ["2", "3"]) {
      const event = await createEvent(planning.admin, { groupId });
      const moved = await lina.send("PATCH", `/api/events/${event.id}`, { body: { date: "2050-12-26" } });
      expect([moved.status, moved.json()["date"]]).toEqual([200, "2050-12-26"]);
      expect((await lina.send("DELETE", `/api/events/${event.id}`)).status).toBe(204);
      expect((await lina.post(`/api/events/${event.id}/restoration`)).status).toBe(200);
    }
    const elsewhere = await createEvent(planning.admin, { groupId: "1" });
    expect((await lina.send("PATCH", `/api/events/${elsewhere.id}`, { body: { name: "Jam" } })).status).toBe(403);
  });

  test("who is also an admin keeps the group when they are an admin no longer", async () => {
    await planning.admin.post("/api/users/admins", { email: lina.user.email });
    await lead("PUT");
    expect((await create("1")).status).toBe(201);
    expect((await planning.admin.send("DELETE", `/api/users/admins/${lina.user.id}`)).status).toBe(204);
    // Losing those rights ended the sessions.
    const credentials = { email: lina.user.email, password: MARIE.password };
    expect((await lina.post("/api/auth/sign-in/email", credentials)).status).toBe(200);
    expect([(await create("1")).status, (await create()).status]).toEqual([403, 201]);
  });
});

describe.each(ENGINES)("an order of requests on %s", (engine) => {
  const planning = planningForAllTests(engine);

  test("that a leader began goes on when they lead the group no longer", async () => {
    const [lina, bruno, lucas] = [await planning.newcomer(), await planning.newcomer(), await planning.newcomer()];
    for (const person of [lina, bruno, lucas]) await joinGroup(person, "2");
    const lead = (method: string) => planning.admin.send(method, `/api/groups/2/leaders/${lina.user.id}`);
    await lead("PUT");
    const { id } = await createEvent(planning.admin, { groupId: "2" });
    await planning.server.database.kysely.updateTable("users").set({ email_verified: true }).execute();
    const path = `/api/events/${id}/requests`;
    const asked = await lina.post(path, { userIds: [bruno.user.id, lucas.user.id], inOrder: true, hours: 2 });
    expect([asked.status, asked.json<EventRequests>().order?.state]).toEqual([200, "running"]);
    await lead("DELETE");
    expect([(await lina.get(path)).status, (await lina.send("DELETE", path)).status]).toEqual([403, 403]);
    const { order, requests } = (await planning.admin.get(path)).json<EventRequests>();
    expect([order?.state, requests.map(({ askedBy }) => askedBy)]).toEqual(["running", [lina.user.id]]);
    expect((await planning.admin.send("DELETE", path)).status).toBe(204);
  });
});
