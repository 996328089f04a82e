import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { AdminAct, JournalEntry } from "#contract/journal.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, NOON, giveAnswer, startPlanningServer } from "#test/support/server/test-planning.ts";
import {
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { grantAdmin } from "../auth/invitations/admin-invitations.ts";
import { allowAdminActChanges } from "../database/append-only.ts";

const JOURNAL = "/api/journal";
const CULTE = { id: "culte", groupId: "c", name: "Culte", date: "2050-11-24", time: "10:00", location: "Temple" };

async function read(admin: TestClient, query = ""): Promise<JournalEntry[]> {
  return (await admin.get(`${JOURNAL}${query}`)).json<JournalEntry[] & Record<string, unknown>>();
}

async function actsOf(admin: TestClient): Promise<AdminAct[]> {
  return (await read(admin, "?limit=100")).map(({ act }) => act).toReversed();
}

describe.each(ENGINES)("the journal on %s", (engine) => {
  const planning = planningForEachTest(engine);

  test("is kept with the act or not at all: without a line nothing is done", async () => {
    const { admin, server } = planning;
    const event = await createEvent(admin);
    const { user } = await planning.newcomer();
    await server.database.kysely.schema.alterTable("admin_act").renameTo("elsewhere").execute();
    expect((await admin.send("DELETE", `/api/events/${event.id}`)).status).toBe(500);
    expect((await admin.send("DELETE", `/api/users/${user.id}`)).status).toBe(500);
    expect((await admin.get(`/api/events/${event.id}`)).status).toBe(200);
    expect((await admin.get("/api/users")).text).toContain(user.id);
  });

  test("is read page by page, by the number of the last entry that was read", async () => {
    const { admin } = planning;
    for (const name of ["A", "B", "C", "D", "E"]) await admin.post("/api/groups", { name });
    const numbers = async (query: string) => (await read(admin, query)).map(({ number }) => number);
    expect(await numbers("?limit=2")).toEqual([5, 4]);
    expect(await numbers("?limit=2&before=4")).toEqual([3, 2]);
    expect(await numbers("?before=2")).toEqual([1]);
    expect(await numbers("?before=1")).toEqual([]);
    for (const query of ["limit=0", "limit=101", "limit=x", "before=0", "before=1.5", "before=x"]) {
      const answer = await admin.get(`${JOURNAL}?${query}`);
      expect([query, answer.status, answer.json()["code"]]).toEqual([query, 422, "request.invalid"]);
    }
  });

  test("numbers acts that meet without a hole", async () => {
    const { admin } = planning;
    const people = await Promise.all(Array.from({ length: 4 }, () => planning.newcomer()));
    await Promise.all([
      ...people.map(({ user }) => admin.post("/api/users/admins", { email: user.email })),
      ...people.map((_, index) => admin.post("/api/groups", { name: `Groupe ${index}` })),
    ]);
    expect((await read(admin)).map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test.each([
    "update admin_act set actor_id = null",
    "delete from admin_act where number = 1",
    engine === "sqlite"
      ? "replace into admin_act (number, done_at, act) values (1, '2050-01-01', '{}')"
      : "truncate admin_act",
  ])("is guarded by the database itself, which refuses: %s", async (statement) => {
    const { kysely } = planning.server.database;
    await planning.admin.post("/api/groups", { name: "Chorale" });
    const before = await read(planning.admin);
    await expect(sql.raw(statement).execute(kysely)).rejects.toThrow("admin_act takes new rows only");
    expect(await read(planning.admin)).toEqual(before);
    // Without the trigger the same statement succeeds, so the trigger alone protected the rows.
    await allowAdminActChanges(kysely, engine);
    await sql`delete from admin_act`.execute(kysely);
    expect(await read(planning.admin)).toEqual([]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is empty before anything is done", async () => {
    expect(await read(planning.admin)).toEqual([]);
  });

  test("keeps what admins do to the planning, with the names of then", async () => {
    const { admin } = planning;
    const { id } = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    const member = await planning.newcomer();
    await member.send("PUT", `/api/groups/${id}/members/me`);
    const event = await createEvent(admin, { groupId: id, name: "Culte", date: "2050-11-24" });
    await admin.send("PATCH", `/api/groups/${id}`, { body: { name: "Chœur" } });
    await admin.send("PUT", `/api/groups/${id}/combinable-pairs`, { body: { pairs: [] } });
    await admin.send("DELETE", `/api/groups/${id}/members/${member.user.id}`);
    await admin.send("PUT", `/api/groups/${id}/members/${member.user.id}`);
    await admin.send("PUT", `/api/groups/${id}/members/${member.user.id}`);
    for (const path of [`/api/events/${event.id}`, `/api/groups/${id}`]) {
      await admin.send("DELETE", path);
      await admin.post(`${path}/restoration`);
      await admin.post(`${path}/restoration`);
    }
    const group = { id, name: "Chœur" };
    const culte = { id: event.id, name: "Culte", date: "2050-11-24" };
    expect(await actsOf(admin)).toEqual([
      { type: "group.created", group: { id, name: "Chorale" } },
      { type: "event.created", event: culte },
      { type: "group.renamed", group, formerName: "Chorale" },
      { type: "group.pairs_set", group },
      { type: "group.member_removed", group, userId: member.user.id },
      { type: "group.member_added", group, userId: member.user.id },
      { type: "event.deleted", event: culte },
      { type: "event.restored", event: culte },
      { type: "group.deleted", group },
      { type: "group.restored", group },
    ]);
  });

  test("keeps who got and lost an admin's rights, and whose account was deleted, newest first", async () => {
    const { admin } = planning;
    const { user } = await planning.newcomer({ email: "anne@example.org", firstName: "Anne", lastName: "Roux" });
    await admin.post("/api/users/admins", { email: "anne@example.org" });
    await admin.send("DELETE", `/api/users/admins/${user.id}`);
    const actor = { id: admin.user.id, name: "Admin Diapason" };
    const line = { doneAt: NOON.toISOString(), actor, person: { id: user.id, name: "Anne Roux" } };
    expect(await read(admin)).toEqual([
      { ...line, number: 2, act: { type: "user.demoted", userId: user.id } },
      { ...line, number: 1, act: { type: "user.promoted", userId: user.id } },
    ]);
    await admin.send("DELETE", `/api/users/${user.id}`);
    const [last, demoted] = await read(admin);
    expect(last?.act).toEqual({ type: "user.deleted", userId: user.id });
    expect(demoted?.person).toEqual({ id: user.id, name: null });
  });

  test("names nobody by itself: who is deleted leaves no name and no address in it", async () => {
    const anne = await planning.newcomer({ email: "anne@example.org", firstName: "Anne", lastName: "Roux" });
    await planning.admin.post("/api/users/admins", { email: "anne@example.org" });
    await createEvent(anne);
    await planning.admin.send("DELETE", `/api/users/${anne.user.id}`);
    const [, created] = await read(planning.admin);
    expect(created?.actor).toEqual({ id: anne.user.id, name: null });
    const rows = await planning.server.database.kysely.selectFrom("admin_act").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/anne|roux/i);
  });

  test("keeps nothing of what was refused, changed nothing, or is everybody's own", async () => {
    const { admin } = planning;
    const member = await planning.newcomer();
    const event = await createEvent(admin);
    const { id: _, availability: __, ...details } = event;
    await admin.post("/api/events", details, { "idempotency-key": event.id });
    await giveAnswer(member, event.id, "present");
    await member.send("DELETE", "/api/groups/1/members/me");
    await admin.send("PUT", "/api/groups/1/members/me");
    await admin.send("DELETE", "/api/groups/1/members/me");
    await admin.send("DELETE", "/api/groups/1/members/nobody");
    await member.send("DELETE", `/api/events/${event.id}`);
    await admin.send("DELETE", "/api/events/nothing");
    await admin.send("PATCH", "/api/groups/nothing", { body: { name: "Chœur" } });
    await admin.post("/api/users/admins", { email: "nobody@example.org" });
    await admin.send("DELETE", `/api/users/admins/${member.user.id}`);
    await admin.post("/api/invitation");
    expect((await actsOf(admin)).map(({ type }) => type)).toEqual(["event.created"]);
  });
});

describe.each(ENGINES)("the journal on %s, beyond a planning that is shared already,", (engine) => {
  test("tells that the invitation link was renewed, and what the command line did", async () => {
    const planning = await startPlanningServer(engine);
    await planning.newcomer({ email: "jean@example.org", firstName: "Jean", lastName: "Colin" });
    await planning.server.stop();
    const server = await startTestServer({ ...planning.environment, REGISTRATION: "invite" }, { clock: () => NOON });
    const admin = await signInDefaultAdmin(server);
    await admin.post("/api/invitation");
    const granted = await grantAdmin(server.database, MARIE.email, NOON);
    await register(server, { invitation: granted.outcome === "invited" ? granted.token : "" });
    await grantAdmin(server.database, "jean@example.org", NOON);
    await grantAdmin(server.database, "jean@example.org", NOON);
    const lines = (await read(admin)).map(({ actor, act, person }) => [actor?.name, act.type, person?.name]);
    expect(lines.toReversed()).toEqual([
      ["Admin Diapason", "invitation.renewed", undefined],
      [undefined, "admin_link.made", undefined],
      ["Marie Petit", "admin_link.used", undefined],
      [undefined, "user.promoted", "Jean Colin"],
    ]);
    await server.stop();
    await planning.stop();
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("tells who shared the planning, and who added a device's to it", async () => {
    const planning = await startPlanningServer(engine, { sharing: "off" });
    const { admin } = planning;
    const groups = [{ id: "c", name: "Chorale" }];
    const events = [{ ...CULTE, availability: [] }];
    await admin.post("/api/sharing", { groups, events });
    await admin.post("/api/sharing", { groups, events });
    await admin.post("/api/sharing/additions", { groups, events });
    await admin.post("/api/sharing/additions", { groups: [{ id: "d", name: "Duo" }], events: [] });
    expect(await actsOf(admin)).toEqual([
      { type: "planning.shared", groups: 1, events: 1 },
      { type: "planning.extended", groups: 1, events: 0 },
    ]);
    await planning.stop();
  });
});
