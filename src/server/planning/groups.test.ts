import { beforeAll, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { type Group, GROUPS_MAX, SEED_GROUPS } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  latestPosition,
  passPosition,
  type Person,
  positionOf,
  giveAnswer,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, ENGINES, type TestClient } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("groups on %s", (engine) => {
  let admin: Person;
  let marie: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  async function listGroups(): Promise<Group[]> {
    return (await marie.get("/api/groups")).json<Group[] & Record<string, unknown>>();
  }

  async function newGroup(name = "Chorale"): Promise<string> {
    return (await admin.post("/api/groups", { name })).json<{ id: string }>().id;
  }

  async function details(id: string): Promise<GroupDetails> {
    return (await marie.get(`/api/groups/${id}`)).json<GroupDetails>();
  }

  function create(name: string, key?: string): Promise<Answer> {
    return admin.post("/api/groups", { name }, key === undefined ? {} : { "idempotency-key": key });
  }

  function rename(id: string, name: unknown): Promise<Answer> {
    return admin.send("PATCH", `/api/groups/${id}`, { body: { name } });
  }

  const remove = (id: string) => admin.send("DELETE", `/api/groups/${id}`);

  test("are listed in the order in which they were made, seed groups first", async () => {
    expect((await listGroups()).slice(0, 3)).toEqual(SEED_GROUPS);
    const [first, second] = [await newGroup("Zèbres"), await newGroup("Abeilles")];
    expect((await listGroups()).slice(-2).map(({ id }) => id)).toEqual([first, second]);
  });

  test("get an id of six signs, and are logged", async () => {
    const before = await latestPosition(planning);
    const answer = await create(" Fanfare ");
    const group = answer.json<{ id: string; name: string }>();
    expect([answer.status, group.name]).toEqual([201, "Fanfare"]);
    expect(group.id).toMatch(/^[a-hjkmnp-z2-9]{6}$/);
    expect(positionOf(answer)).toBe(before + 1);
    expect(await changesSince(planning, before)).toEqual([{ type: "group.created", group }]);
  });

  test("take a key as their id: the same again is the same group, another one is refused", async () => {
    expect((await create("Cordes", "cordes")).json()).toEqual({ id: "cordes", name: "Cordes" });
    const before = await latestPosition(planning);
    const again = await Promise.all([create("Cordes", "cordes"), create("Cordes", "cordes")]);
    expect(again.map(({ status, text }) => [status, text])).toEqual([
      [201, '{"id":"cordes","name":"Cordes"}'],
      [201, '{"id":"cordes","name":"Cordes"}'],
    ]);
    expect(await latestPosition(planning)).toBe(before);
    expectProblem(await create("Cuivres", "cordes"), 409, "group.exists");
    await remove("cordes");
    expectProblem(await create("Cordes", "cordes"), 409, "group.exists");
  });

  test.each(["", "1", "abcde", "abcdefg", "ABCDEF", "abc de", "éèàùêî"])("a key is six signs, not %j", async (key) => {
    const answer = await create("Cuivres", encodeURI(key));
    expectProblem(answer, 422, "request.invalid", { errors: { "idempotency-key": "request.invalid" } });
  });

  test.each([
    [{}, "field.required"],
    [{ name: "" }, "group.name_blank"],
    [{ name: " \t " }, "group.name_blank"],
    [{ name: "x".repeat(201) }, "field.too_long"],
    [{ name: "a\0b" }, "text.illegible"],
    [{ name: "\ud800" }, "text.illegible"],
    [{ name: 3 }, "request.invalid"],
  ])("with the name of %j are refused", async (body, code) => {
    const id = await newGroup();
    expectProblem(await admin.post("/api/groups", body), 422, "request.invalid", { errors: { name: code } });
    expectProblem(await admin.send("PATCH", `/api/groups/${id}`, { body }), 422, "request.invalid", {
      errors: { name: code },
    });
  });

  test("are 500 at most, whether made, restored or added by another device", async () => {
    const { kysely } = planning.server.database;
    const [deleted, kept] = [await newGroup(), await newGroup()];
    await remove(deleted);
    const there = (await listGroups()).length;
    const rows = Array.from({ length: GROUPS_MAX - there }, (_, index) => ({
      id: `many-${index}`,
      name: `Groupe ${index}`,
      place: 10_000 + index,
    }));
    await kysely.insertInto("planning_group").values(rows).execute();
    await passPosition(planning);
    const before = await latestPosition(planning);
    const group = { id: "another", name: "Un autre" };
    const answers = [
      await create("Une de trop"),
      await admin.post(`/api/groups/${deleted}/restoration`),
      await admin.post("/api/sharing/additions", { groups: [group], events: [] }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 409, "group.too_many");
      expect(answer.json()["detail"]).toBe("Un planning compte 500 groupes au plus\u00a0: supprimez-en un d'abord.");
    }
    expect(await latestPosition(planning)).toBe(before);
    expect(await listGroups()).toHaveLength(GROUPS_MAX);
    expect((await rename(kept, "Renommé")).status).toBe(200);
    await remove(kept);
    expect((await admin.post(`/api/groups/${deleted}/restoration`)).status).toBe(200);
    await kysely.deleteFrom("planning_group").where("place", ">=", 10_000).execute();
    await passPosition(planning);
  });

  test("are renamed, and the row answered", async () => {
    const id = await newGroup();
    const before = await latestPosition(planning);
    const answer = await rename(id, "Chœur");
    expect([answer.status, answer.json(), positionOf(answer)]).toEqual([200, { id, name: "Chœur" }, before + 1]);
    expect(await changesSince(planning, before)).toEqual([{ type: "group.renamed", groupId: id, name: "Chœur" }]);
    expect(await listGroups()).toContainEqual({ id, name: "Chœur" });
  });

  test("that are deleted take their events with them, and are nowhere to be found", async () => {
    const id = await newGroup();
    const event = await createEvent(admin, { groupId: id });
    const before = await latestPosition(planning);
    const answer = await remove(id);
    expect([answer.status, answer.text, positionOf(answer)]).toEqual([204, "", before + 1]);
    expect(await changesSince(planning, before)).toEqual([{ type: "group.deleted", groupId: id }]);
    expect((await listGroups()).map((group) => group.id)).not.toContain(id);
    expectProblem(await marie.get(`/api/events/${event.id}`), 404, "event.not_found");
    const all = await admin.get("/api/events?from=2050-01-01&to=2050-12-31");
    expect(all.text).not.toContain(event.id);
  });

  test("that are not there, or no longer, are refused everywhere", async () => {
    const deleted = await newGroup();
    await remove(deleted);
    const calls: ((id: string) => Promise<Answer>)[] = [
      (id) => marie.get(`/api/groups/${id}`),
      (id) => rename(id, "x"),
      (id) => remove(id),
      (id) => admin.send("PUT", `/api/groups/${id}/combinable-pairs`, { body: { pairs: [] } }),
      (id) => marie.send("PUT", `/api/groups/${id}/members/me`),
      (id) => marie.send("DELETE", `/api/groups/${id}/members/me`),
      (id) => admin.send("DELETE", `/api/groups/${id}/members/${marie.user.id}`),
      (id) => marie.get(`/api/events?group=${id}&from=2050-01-01&to=2050-01-31`),
      (id) => marie.get(`/api/events/upcoming?group=${id}`),
      (id) => admin.post("/api/events", { groupId: id, name: "x", date: "2051-01-01", time: "20:30", location: "x" }),
    ];
    for (const id of [deleted, "unknown"]) {
      for (const call of calls) expectProblem(await call(id), 404, "group.not_found");
    }
  });

  test("know their members, their pairs and how many events they have, past ones included", async () => {
    const id = await newGroup();
    expect(await details(id)).toEqual({
      id,
      name: "Chorale",
      memberIds: [],
      combinablePairs: DEFAULT_COMBINABLE_PAIRS,
      eventCount: 0,
    });
    const event = await createEvent(admin, { groupId: id });
    await createEvent(admin, { groupId: id, date: "2050-11-20" });
    await giveAnswer(marie, event.id, "present");
    await planning.server.database.kysely
      .updateTable("planning_event")
      .set({ date: "2001-01-01" })
      .where("id", "=", event.id)
      .execute();
    expect(await details(id)).toMatchObject({ memberIds: [marie.user.id], eventCount: 2 });
    await admin.send("DELETE", `/api/events/${event.id}`);
    expect(await details(id)).toMatchObject({ eventCount: 1 });
  });

  test("have the pairs that an admin sets, none too", async () => {
    const id = await newGroup();
    const set = (pairs: unknown) => admin.send("PUT", `/api/groups/${id}/combinable-pairs`, { body: { pairs } });
    const before = await latestPosition(planning);
    const answer = await set([["Lead", "Sono"]]);
    expect([answer.status, positionOf(answer)]).toEqual([200, before + 1]);
    expect(answer.json()).toMatchObject({ id, combinablePairs: [["Lead", "Sono"]] });
    expect(await changesSince(planning, before)).toEqual([
      { type: "group.pairs_set", groupId: id, pairs: [["Lead", "Sono"]] },
    ]);
    expect((await set([])).json()).toMatchObject({ combinablePairs: [] });
    expect(await details(id)).toMatchObject({ combinablePairs: [] });
  });

  test.each([
    [[["Sono", "Lead"]], "pairs.0"],
    [[["Lead", "Lead"]], "pairs.0"],
    [[["Lead"]], "pairs.0"],
    [[["Lead", "Chef"]], "pairs.0.1"],
    ["Lead", "pairs"],
    [undefined, "pairs"],
  ])("refuse as pairs: %j", async (pairs, field) => {
    const answer = await admin.send("PUT", `/api/groups/1/combinable-pairs`, { body: { pairs } });
    expectProblem(answer, 422, "request.invalid");
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toContain(field);
  });

  const joinGroup = (person: TestClient, id: string) => person.send("PUT", `/api/groups/${id}/members/me`);
  const leaveGroup = (person: TestClient, id: string) => person.send("DELETE", `/api/groups/${id}/members/me`);

  test("are joined and left by oneself; twice is once", async () => {
    const id = await newGroup();
    const before = await latestPosition(planning);
    const membership = { groupId: id, userId: marie.user.id };
    const answers = [await joinGroup(marie, id), await joinGroup(marie, id)];
    expect(answers.map((answer) => [answer.status, answer.json(), positionOf(answer)])).toEqual([
      [200, membership, before + 1],
      [200, membership, before + 1],
    ]);
    expect((await details(id)).memberIds).toEqual([marie.user.id]);
    expect([(await leaveGroup(marie, id)).status, (await leaveGroup(marie, id)).status]).toEqual([204, 204]);
    expect((await details(id)).memberIds).toEqual([]);
    expect(await changesSince(planning, before)).toEqual([
      { type: "group.joined", ...membership },
      { type: "group.left", ...membership },
    ]);
  });

  test("let an admin take somebody out, and no member anybody else", async () => {
    const id = await newGroup();
    const paul = await planning.newcomer();
    await joinGroup(marie, id);
    await joinGroup(paul, id);
    const remotely = (client: TestClient, userId: string) =>
      client.send("DELETE", `/api/groups/${id}/members/${userId}`);
    expectProblem(await remotely(marie, paul.user.id), 403, "request.forbidden");
    expect((await details(id)).memberIds.toSorted()).toEqual([marie.user.id, paul.user.id].toSorted());
    expect((await remotely(admin, paul.user.id)).status).toBe(204);
    expect((await remotely(admin, "unknown")).status).toBe(204);
    expect((await details(id)).memberIds).toEqual([marie.user.id]);
  });

  test("let an admin add somebody, once, who hears of it, and no member anybody else", async () => {
    const id = await newGroup();
    const paul = await planning.newcomer();
    const add = (client: TestClient, userId: string) => client.send("PUT", `/api/groups/${id}/members/${userId}`);
    const before = await latestPosition(planning);
    expectProblem(await add(marie, paul.user.id), 403, "request.forbidden");
    expectProblem(await add(admin, "nobody"), 404, "user.not_found");
    expect((await details(id)).memberIds).toEqual([]);
    const membership = { groupId: id, userId: paul.user.id };
    const answers = [await add(admin, paul.user.id), await add(admin, paul.user.id)];
    expect(answers.map((answer) => [answer.status, answer.json(), positionOf(answer)])).toEqual([
      [200, membership, before + 1],
      [200, membership, before + 1],
    ]);
    expect((await details(id)).memberIds).toEqual([paul.user.id]);
    expect(await changesSince(planning, before)).toEqual([{ type: "group.joined", ...membership }]);
    const unknown = await admin.send("PUT", `/api/groups/nothing/members/${paul.user.id}`);
    expectProblem(unknown, 404, "group.not_found");
  });

  test("tell in one call who belongs to which of them, or one person's own, and nothing of deleted ones", async () => {
    const [choir, gone] = [await newGroup(), await newGroup()];
    const paul = await planning.newcomer();
    for (const id of [choir, gone]) await joinGroup(paul, id);
    await joinGroup(marie, choir);
    await admin.send("DELETE", `/api/groups/${gone}`);
    const of = async (query: string) => (await marie.get(`/api/memberships${query}`)).json<unknown[]>();
    expect(await of(`?user=${paul.user.id}`)).toEqual([{ groupId: choir, userId: paul.user.id }]);
    expect(await of("?user=nobody")).toEqual([]);
    expect(await of("")).toEqual(
      expect.arrayContaining([paul, marie].map(({ user }) => ({ groupId: choir, userId: user.id }))),
    );
    expect(JSON.stringify(await of(""))).not.toContain(gone);
  });

  test("two admins at once: both are heard, in one order", async () => {
    const id = await newGroup();
    const before = await latestPosition(planning);
    const names = Array.from({ length: 10 }, (_, index) => `Nom ${index}`);
    const answers = await Promise.all(names.map((name) => rename(id, name)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const changes = await changesSince(planning, before);
    expect(changes).toHaveLength(names.length);
    expect(changes.at(-1)).toEqual({ type: "group.renamed", groupId: id, name: (await details(id)).name });
  });
});
