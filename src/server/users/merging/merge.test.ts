import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { TeamRow, UserRow } from "#contract/accounts/users.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import { follow, isReload, mentions, startOf } from "#test/support/server/test-live.ts";
import {
  changesSince,
  createEvent,
  giveAnswer,
  latestPosition,
  NOON,
  type Person,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { newTestSubscription } from "#test/support/server/test-push-browser.ts";
import { type Answer, EITHER_ENGINE, ENGINES, MARIE, type TestClient } from "#test/support/server/test-server.ts";
import { restoreBackup } from "../../database/backup/restore-backup.ts";
import { writeBackup } from "../../database/backup/write-backup.ts";
import { createSharedPlanning } from "../../planning/shared-planning.ts";
import { MERGED_COLUMNS } from "./write-merged-columns.ts";
import { uniteAnswers } from "./write-united-rows.ts";

const ANNA = { firstName: "Anna", lastName: "Petit" };
const HOUR_MS = 60 * 60 * 1000;

describe.each(ENGINES)("two rows of one person on %s", (engine) => {
  let now = NOON;
  const planning = planningForEachTest(engine, { clock: () => now });
  beforeEach(() => {
    now = NOON;
  });

  function later(): void {
    now = new Date(now.getTime() + HOUR_MS);
  }

  async function signedUp(email: string, positions = ["Voix"], names = ANNA): Promise<Person> {
    later();
    return planning.newcomer({ ...names, email, positions });
  }

  async function added(positions: string[] = [], person: object = ANNA, groupId = "1"): Promise<string> {
    const answer = await planning.admin.post("/api/people", { groupId, people: [{ positions, ...person }] });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json<UserRow[] & Record<string, unknown>>()[0]?.id ?? "";
  }

  function merge(id: string, other: string, more: object = {}, by: TestClient = planning.admin): Promise<Answer> {
    return by.post(`/api/users/${id}/merge`, { with: other, ...more });
  }

  async function merged(id: string, other: string, more: object = {}): Promise<UserRow> {
    const answer = await merge(id, other, more);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json<UserRow & Record<string, unknown>>();
  }

  async function annas(): Promise<TeamRow[]> {
    const rows = (await planning.admin.get("/api/users")).json<TeamRow[] & Record<string, unknown>>();
    return rows.filter(({ firstName }) => firstName === ANNA.firstName);
  }

  const readEvent = async (id: string, by: TestClient = planning.admin) =>
    (await by.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
  const readGroup = async (id: string) =>
    (await planning.admin.get(`/api/groups/${id}`)).json<GroupDetails & Record<string, unknown>>();
  const keep = (eventId: string, holdings: object[]) =>
    planning.admin.send("PUT", `/api/events/${eventId}/line-up`, { body: { holdings } });
  const answerFor = (eventId: string, userId: string, body: object) =>
    planning.admin.send("PUT", `/api/events/${eventId}/availability/${userId}`, { body });

  /** The columns of text that still hold this id, as `table.column`. */
  async function columnsNaming(id: string): Promise<string[]> {
    const { kysely } = planning.server.database;
    const found: string[] = [];
    for (const { name } of await kysely.introspection.getTables()) {
      const rows = await kysely
        .selectFrom(name as "users")
        .selectAll()
        .execute();
      const columns = rows.flatMap((row) =>
        Object.entries(row).filter(([, value]) => typeof value === "string" && value.includes(id)),
      );
      found.push(...new Set(columns.map(([column]) => `${name}.${column}`)));
    }
    return found.toSorted();
  }

  test("become one, which has the services, groups, leadership, absences and answers of both", async () => {
    const [phone, computer] = [
      await signedUp("anna@example.org", ["Voix"]),
      await signedUp("a.petit@example.org", ["Bass"]),
    ];
    const { admin } = planning;
    const [[one, oneId], [other, otherId]] = [phone, computer].map((person) => [person, person.user.id] as const) as [
      readonly [Person, string],
      readonly [Person, string],
    ];
    for (const [person, groupId] of [
      [one, "1"],
      [other, "1"],
      [one, "2"],
    ] as const)
      await person.send("PUT", `/api/groups/${groupId}/members/me`);
    await admin.send("PUT", `/api/groups/2/leaders/${oneId}`);
    await one.post("/api/absences", { from: "2050-12-05", to: "2050-12-10" });
    await other.post("/api/absences", { from: "2050-12-05", to: "2050-12-10" });
    await one.post("/api/absences", { from: "2051-01-05", to: "2051-01-10" });
    await one.send("PUT", "/api/users/me/wish", { body: { most: 2 } });
    const [first, second, third] = [await createEvent(admin), await createEvent(admin), await createEvent(admin)];
    await giveAnswer(one, first.id, "absent");
    later();
    await giveAnswer(other, first.id, "present");
    await giveAnswer(other, second.id, "present");
    later();
    await giveAnswer(one, second.id, "absent");
    await giveAnswer(one, third.id, "present");

    const row = await merged(oneId, otherId);
    expect(row).toMatchObject({
      id: otherId,
      email: "a.petit@example.org",
      positions: ["Bass", "Voix"],
      isAdmin: false,
      account: "active",
    });
    expect(await annas()).toEqual([row]);
    expect((await readGroup("1")).memberIds.filter((id) => id === oneId || id === otherId)).toEqual([otherId]);
    expect((await readGroup("2")).leaderIds).toEqual([otherId]);
    const answers = await Promise.all([first, second, third].map(({ id }) => readEvent(id)));
    expect(
      answers.map(({ availability }) => availability.map(({ userId, position, status }) => [userId, position, status])),
    ).toEqual([
      [
        [otherId, "Bass", "present"],
        [otherId, "Voix", "present"],
      ],
      [[otherId, "Voix", "absent"]],
      [
        [otherId, "Bass", "present"],
        [otherId, "Voix", "present"],
      ],
    ]);
    const days = (await other.get("/api/absences")).json<{ from: string }[] & Record<string, unknown>>();
    expect(days.map(({ from }) => from)).toEqual(["2050-12-05", "2051-01-05"]);
    expect((await other.get("/api/users/me/wish")).json()).toEqual({ most: 2 });
    // What says who somebody was; the log names them by id only, and pages read all again.
    const staying = Object.entries(MERGED_COLUMNS).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, fate]) => (fate === "stays" ? [`${table}.${column}`] : [])),
    );
    expect(staying).toEqual(expect.arrayContaining(await columnsNaming(oneId)));
  });

  test("end the sign-in, sessions, passkeys and devices of the one that signed in first", async () => {
    const [old, young] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    expect((await old.post("/api/push-subscriptions", newTestSubscription().subscription)).status).toBe(201);
    later();
    const again = await planning.server
      .client()
      .post("/api/auth/sign-in/email", { email: "anna@example.org", password: MARIE.password });
    expect(again.status).toBe(200);
    expect((await merged(young.user.id, old.user.id)).email).toBe("anna@example.org");
    expect((await old.get("/api/auth/get-session")).json()).toMatchObject({ user: { id: old.user.id } });
    expect((await young.get("/api/users")).status).toBe(401);
    const signIn = (email: string) =>
      planning.server.client().post("/api/auth/sign-in/email", { email, password: MARIE.password });
    expect([(await signIn("anna@example.org")).status, (await signIn("a.petit@example.org")).status]).toEqual([
      200, 401,
    ]);
    const devices = await planning.server.database.kysely.selectFrom("push_subscription").select("user_id").execute();
    expect(devices).toEqual([{ user_id: old.user.id }]);
  });

  test("have one turn in an order of requests, which goes on without whom it no longer needs", async () => {
    const [one, other] = [
      await signedUp("anna@example.org", ["Batterie"]),
      await signedUp("a.petit@example.org", ["Batterie"]),
    ];
    const last = await signedUp("paul@example.org", ["Batterie"], { firstName: "Paul", lastName: "Mercier" });
    for (const person of [one, other, last]) await person.send("PUT", "/api/groups/1/members/me");
    const { kysely } = planning.server.database;
    await kysely.updateTable("users").set({ email_verified: true }).execute();
    const event = await createEvent(planning.admin);
    const userIds = [one, last, other].map(({ user }) => user.id);
    const asked = await planning.admin.post(`/api/events/${event.id}/requests`, { userIds, inOrder: true, hours: 24 });
    expect([asked.status, asked.text]).toEqual([200, expect.any(String)]);
    const turns = async () => {
      const order = kysely.selectFrom("event_request").select(["user_id", "asked_at"]).orderBy("place");
      return (await order.execute()).map((row) => [row.user_id, row.asked_at !== null]);
    };
    expect(await turns()).toEqual([
      [one.user.id, true],
      [last.user.id, false],
      [other.user.id, false],
    ]);
    await merged(one.user.id, other.user.id);
    expect(await turns()).toEqual([
      [other.user.id, true],
      [last.user.id, false],
    ]);
    await giveAnswer(other, event.id, "absent");
    expect(await turns()).toEqual([
      [other.user.id, true],
      [last.user.id, true],
    ]);
  });

  test("without account are entrusted to two at most, and to nobody once they have one", async () => {
    const ids = await Promise.all([added(), added()]);
    const to: string[] = [];
    for (const name of ["a", "b", "c", "d"]) to.push((await signedUp(`${name}@example.org`)).user.id);
    for (const [index, guardian] of to.entries()) {
      const path = `/api/users/${ids[Math.floor(index / 2)] ?? ""}/guardians/${guardian}`;
      expect((await planning.admin.send("PUT", path)).status).toBe(204);
    }
    const { id } = await merged(ids[0], ids[1]);
    const guardians = () =>
      planning.server.database.kysely
        .selectFrom("guardian")
        .select("guardian_id")
        .where("entrusted_id", "in", ids)
        .execute();
    const kept = id === ids[0] ? to.slice(0, 2) : to.slice(2);
    expect((await guardians()).map((row) => row.guardian_id).toSorted()).toEqual(kept.toSorted());
    await merged(id, (await signedUp("anna@example.org")).user.id);
    expect(await guardians()).toEqual([]);
  });

  test("have what became of the messages to both, and what waits for both in one mail", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const lea = await added([], { firstName: "Léa", lastName: "Petit" });
    const { kysely } = planning.server.database;
    await kysely.updateTable("users").set({ email_verified: true }).where("id", "<>", lea).execute();
    expect((await planning.admin.send("PUT", `/api/users/${lea}/guardians/${one.user.id}`)).status).toBe(204);
    const { id: eventId } = await createEvent(planning.admin);
    // Messages of the night wait until morning.
    now = new Date("2050-11-20T22:00:00Z");
    const body = { userIds: [one.user.id, other.user.id, lea], inOrder: false };
    const asked = await planning.admin.post(`/api/events/${eventId}/requests`, body);
    expect([asked.status, asked.text]).toEqual([200, expect.any(String)]);
    const outcomes = async () =>
      new Map(
        (await kysely.selectFrom("message").select(["user_id", "outcome"]).execute()).map(
          (row) => [row.user_id, row.outcome] as const,
        ),
      );
    expect((await outcomes()).size).toBe(3);
    await merged(one.user.id, other.user.id);
    expect(await outcomes()).toEqual(
      new Map([
        [lea, "waiting"],
        [other.user.id, "waiting"],
      ]),
    );
    const jobs = await kysely.selectFrom("job").select("payload").where("kind", "=", "message").execute();
    expect(jobs.map(({ payload }) => JSON.parse(payload ?? "null") as unknown)).toMatchObject([
      {
        userId: other.user.id,
        message: { eventId },
        noted: [{ eventId }],
        entrusted: { [lea]: { noted: [{ eventId }] } },
      },
    ]);
  });

  test("are read at the calendar addresses of both, until they are renewed", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const addressOf = async (person: Person) =>
      new URL((await person.post("/api/users/me/calendar")).json<{ address: string }>().address).pathname;
    const addresses = [await addressOf(one), await addressOf(other)];
    const statuses = () =>
      Promise.all(addresses.map(async (path) => (await planning.server.client().get(path)).status));
    await merged(one.user.id, other.user.id);
    expect(await statuses()).toEqual([200, 200]);
    addresses.push(await addressOf(other));
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  test("merge once when two admins do it crosswise", async () => {
    const second = await planning.newcomer({ email: "chef@example.org" });
    await planning.admin.post("/api/users/admins", { email: "chef@example.org" });
    const [one, other] = [await added(["Voix"]), await added(["Piano"])];
    const answers = await Promise.all([merge(one, other), merge(other, one, {}, second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await annas()).toMatchObject([{ positions: ["Piano", "Voix"] }]);
  });

  test("leave one admin when two accounts of one admin merge each other at once", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    for (const { user } of [one, other]) await planning.admin.post("/api/users/admins", { email: user.email });
    const ids = [one.user.id, other.user.id] as const;
    const answers = await Promise.all([merge(...ids, {}, one), merge(...ids, {}, other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await annas()).toMatchObject([{ isAdmin: true }]);
  });

  test("are two again after a backup of before was restored, each with their own link", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const event = await createEvent(planning.admin);
    const { database } = planning.server;
    const dataDir = planning.environment["DATA_DIR"] ?? "";
    const path = join(dataDir, "backups", "before.jsonl.gz");
    await writeBackup(database, path, now);
    await merged(one.user.id, other.user.id);
    const after = join(dataDir, "backups", "after.jsonl.gz");
    await writeBackup(database, after, now);
    const token = await answerToken(dataDir, { userId: one.user.id, eventId: event.id });
    async function whoAnswers(): Promise<string[]> {
      later();
      await planning.server.client().post("/api/answers/by-link", { token, status: "present" });
      const rows = database.kysely.selectFrom("availability").select("user_id").where("status", "=", "present");
      return (await rows.execute()).map((row) => row.user_id);
    }
    await restoreBackup(database, path);
    expect(await whoAnswers()).toEqual([one.user.id]);
    // And one after one of afterwards.
    await restoreBackup(database, after);
    expect(await whoAnswers()).toEqual([other.user.id]);
  });

  test("have the answers of the kept row where both were given at one time, as those of a publication are", async () => {
    const { database } = planning.server;
    const shared = createSharedPlanning({ database, timeZone: "Europe/Paris", clock: () => now });
    const event = await createEvent(planning.admin);
    const [one, other] = [
      (await signedUp("anna@example.org")).user.id,
      (await signedUp("a.petit@example.org")).user.id,
    ];
    for (const [keptId, goneId] of [
      [one, other],
      [other, one],
    ] as const) {
      await answerFor(event.id, keptId, { status: "present" });
      await answerFor(event.id, goneId, { status: "absent" });
      await database.kysely.updateTable("availability").set({ answered_at: now, place: 1 }).execute();
      await shared.write((writing) => uniteAnswers(writing, { keptId, goneId }));
      const answers = await database.kysely.selectFrom("availability").select(["user_id", "status"]).execute();
      expect(answers).toEqual([{ user_id: keptId, status: "present" }]);
    }
  });

  test("are previewed: who is kept, and how many answers differ", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const [first, second] = [await createEvent(planning.admin), await createEvent(planning.admin)];
    await giveAnswer(one, first.id, "present");
    await giveAnswer(one, second.id, "present");
    await answerFor(first.id, other.user.id, { status: "absent" });
    const preview = await planning.admin.get(`/api/users/${one.user.id}/merge?with=${other.user.id}`);
    expect(preview.json()).toEqual({ keptId: other.user.id, answers: 2, conflicts: 1 });
    expect(await annas()).toHaveLength(2);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("keep the account where one has none, whatever the order", async () => {
    const list = await added(["Piano"]);
    const own = await signedUp("anna@example.org");
    expect(await merged(list, own.user.id)).toMatchObject({ id: own.user.id, positions: ["Piano", "Voix"] });
  });

  test("keep the address and the invitation of the one of two without account that has them", async () => {
    const without = await added(["Piano"]);
    const invited = await added([], { ...ANNA, email: "anna@example.org" });
    expect(await merged(without, invited)).toMatchObject({
      email: "anna@example.org",
      account: "invited",
      positions: ["Piano"],
    });
    const [first, second] = [await added(), await added()];
    expect((await merged(first, second)).id).toBe(first);
  });

  test("are told in two changes: one that ends the pages of who goes, one to read all again", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const before = await latestPosition(planning);
    await merged(one.user.id, other.user.id);
    expect(await changesSince(planning, before)).toEqual([{ type: "person.removed", userId: one.user.id }, null]);
  });

  test("stand in the journal, by the name of who is left in older lines, too", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    await planning.admin.send("PUT", `/api/groups/1/members/${one.user.id}`);
    await merged(one.user.id, other.user.id);
    const lines = (await planning.admin.get("/api/journal")).json<
      { act: object; person: object }[] & Record<string, unknown>
    >();
    const act = { type: "user.merged", userId: other.user.id, formerId: one.user.id };
    expect(lines.map(({ person }) => person)).toEqual([
      { id: other.user.id, name: "Anna Petit" },
      { id: one.user.id, name: "Anna Petit" },
    ]);
    expect(lines[0]?.act).toEqual(act);
    const own = (await other.get("/api/users/me/data")).json<{ journal: object[] }>();
    expect(own.journal).toHaveLength(2);
  });

  test("with both guitars need a choice between them", async () => {
    const acoustic = await added(["Guitare acoustique", "Voix"]);
    const electric = await added(["Guitare électrique"]);
    const refused = await merge(acoustic, electric);
    expectProblem(refused, 422, "account.services_incompatible");
    expectProblem(await merge(acoustic, electric, { guitar: "Piano" }), 422, "account.services_incompatible");
    expectProblem(await merge(acoustic, electric, { guitar: "Voix" }), 422, "account.services_incompatible");
    expect(await annas()).toHaveLength(2);
    const { positions } = await merged(acoustic, electric, { guitar: "Guitare électrique" });
    expect(positions).toEqual(["Guitare électrique", "Voix"]);
  });

  test("on one line-up take both places if one person may, and otherwise that of who is kept", async () => {
    const [lead, bass] = [await added(["Lead"]), await added(["Bass"])];
    const [both, clash] = [await createEvent(planning.admin), await createEvent(planning.admin)];
    const drums = await added(["Batterie"], { firstName: "Paul", lastName: "Mercier" });
    await keep(both.id, [
      { role: "Lead", userId: lead },
      { role: "Batterie", userId: drums },
      { role: "Bass", userId: bass },
    ]);
    await planning.admin.send("PUT", "/api/groups/1/combinable-pairs", { body: { pairs: [["Lead", "Bass"]] } });
    await merged(lead, bass);
    expect((await readEvent(both.id)).lineUp).toEqual([
      { role: "Lead", userId: lead },
      { role: "Batterie", userId: drums },
      { role: "Bass", userId: lead },
    ]);
    const piano = await added(["Piano"]);
    await keep(clash.id, [
      { role: "Bass", userId: lead },
      { role: "Piano", userId: piano },
    ]);
    await merged(lead, piano);
    expect((await readEvent(clash.id)).lineUp).toEqual([{ role: "Bass", userId: lead }]);
  });

  test("answer by the links of both", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const event = await createEvent(planning.admin);
    const dataDir = planning.environment["DATA_DIR"];
    const tokens = await Promise.all(
      [one, other].map(({ user }) => answerToken(dataDir, { userId: user.id, eventId: event.id })),
    );
    await merged(one.user.id, other.user.id);
    // Merged again: a chain of links goes on.
    const third = await signedUp("anna.petit@example.org");
    await merged(third.user.id, other.user.id);
    for (const [index, token] of tokens.entries()) {
      later();
      const status = index === 0 ? "present" : "absent";
      const answered = await planning.server.client().post("/api/answers/by-link", { token, status });
      expect([answered.status, answered.json()]).toEqual([200, expect.objectContaining({ answer: status })]);
      const { availability } = await readEvent(event.id);
      expect(availability.map(({ userId, status: given }) => [userId, given])).toEqual([[third.user.id, status]]);
    }
  });

  test("answer for all who were entrusted to one of both, eight at most, and never for themselves", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const { kysely } = planning.server.database;
    const children: string[] = [];
    for (let count = 0; count < 10; count++)
      children.push(await added([], { firstName: `C${count}`, lastName: "Petit" }));
    const [shared = "", ...rest] = children;
    const entrust = (id: string, to: string) => planning.admin.send("PUT", `/api/users/${id}/guardians/${to}`);
    for (const person of [one, other]) expect((await entrust(shared, person.user.id)).status).toBe(204);
    for (const id of rest.slice(0, 6)) expect((await entrust(id, one.user.id)).status).toBe(204);
    for (const id of rest.slice(6)) expect((await entrust(id, other.user.id)).status).toBe(204);
    const guardians = () => kysely.selectFrom("guardian").selectAll().execute();
    await merged(one.user.id, other.user.id);
    const rows = await guardians();
    expect(new Set(rows.map((row) => row.guardian_id))).toEqual(new Set([other.user.id]));
    expect(rows.map((row) => row.entrusted_id)).toEqual(expect.arrayContaining([shared, ...rest.slice(6)]));
    expect(rows).toHaveLength(8);
    // Merged with somebody who was entrusted to them.
    await merged(other.user.id, shared);
    expect((await guardians()).map((row) => row.entrusted_id)).not.toContain(other.user.id);
    expect(await guardians()).toHaveLength(7);
  });

  test("merge with the account of the admin who does it, who stays signed in with their rights", async () => {
    const admin = await signedUp("anna@example.org");
    await planning.admin.post("/api/users/admins", { email: "anna@example.org" });
    const young = await signedUp("a.petit@example.org");
    const answer = await merge(young.user.id, admin.user.id, {}, admin);
    expect(answer.json()).toMatchObject({ id: admin.user.id, isAdmin: true });
    expect((await admin.get("/api/journal")).status).toBe(200);
  });

  test("have the rights of the account that is kept", async () => {
    const admin = await signedUp("anna@example.org");
    await planning.admin.post("/api/users/admins", { email: "anna@example.org" });
    const member = await signedUp("a.petit@example.org");
    expect(await merged(admin.user.id, member.user.id)).toMatchObject({ id: member.user.id, isAdmin: false });
    expect((await member.get("/api/journal")).status).toBe(403);
  });

  test("of unknown ids, or of one id, are refused, and so are leaders", async () => {
    const id = await added();
    expectProblem(await merge(id, "nobody"), 404, "user.not_found");
    expectProblem(await merge("nobody", id), 404, "user.not_found");
    expectProblem(await merge(id, id), 422, "request.invalid");
    const leader = await signedUp("chef@example.org", ["Voix"], { firstName: "Paul", lastName: "Mercier" });
    await leader.send("PUT", "/api/groups/1/members/me");
    await planning.admin.send("PUT", `/api/groups/1/leaders/${leader.user.id}`);
    expect((await merge(id, await added(), {}, leader)).status).toBe(403);
    expect(await annas()).toHaveLength(2);
  });

  test("that are told apart stay so, also after one of them was merged", async () => {
    const [one, other, third] = [await added(), await added(), await added()];
    const pairs = async () => (await annas()).map(({ id, namesakes = [] }) => [id, namesakes.toSorted()]);
    expect(new Map((await pairs()) as [string, string[]][])).toEqual(
      new Map([
        [one, [other, third].toSorted()],
        [other, [one, third].toSorted()],
        [third, [one, other].toSorted()],
      ]),
    );
    const path = `/api/users/${one}/differences/${other}`;
    for (const _ of ["said", "and repeated"]) expect((await planning.admin.send("PUT", path)).status).toBe(204);
    expectProblem(await planning.admin.send("PUT", `/api/users/${one}/differences/${one}`), 422, "request.invalid");
    await merged(third, other);
    expect(new Map((await pairs()) as [string, string[]][])).toEqual(
      new Map([
        [one, []],
        [third, []],
      ]),
    );
  });

  test("end the open page of who goes, and have all others read again", async () => {
    const [one, other] = [await signedUp("anna@example.org"), await signedUp("a.petit@example.org")];
    const { server } = planning;
    const [ofOne, ofOther] = [await follow(server, one), await follow(server, other)];
    await Promise.all([startOf(ofOne), startOf(ofOther)]);
    await merged(one.user.id, other.user.id);
    await ofOne.find(mentions(one.user.id));
    expect(await ofOne.ended).toBe(true);
    await ofOther.find(isReload);
    ofOther.leave();
  });
});
