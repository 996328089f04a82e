import { beforeEach, describe, expect, test } from "vitest";
import type { OwnData } from "#contract/own-account.ts";
import { planningForEachTest, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, changesSince, NOON, type Person, giveAnswer } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, ENGINES, MARIE, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";

const DATA = "/api/users/me/data";
const DELETION = "/api/users/me/deletion";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

function leave(person: Person, password = MARIE.password): Promise<Answer> {
  return person.post(DELETION, { password });
}

describe.each(ENGINES)("one's own account on %s", (engine) => {
  let marie: Person;
  let now: Date;

  beforeEach(() => {
    now = NOON;
  });
  const planning = planningForEachTest(engine, { clock: () => now });

  beforeEach(async () => {
    marie = await planning.newcomer({ email: "marie@example.org" });
  });

  describe("can be deleted:", () => {
    async function rowsOf(id: string): Promise<Record<string, number>> {
      const { kysely } = planning.server.database;
      const counts: Record<string, number> = {};
      for (const table of ["session", "account", "password_reset", "group_member", "availability"] as const) {
        counts[table] = (await kysely.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).length;
      }
      return counts;
    }

    test("account, every session, membership and answers go, in the trash too", async () => {
      const { admin, server } = planning;
      const event = await createEvent(admin);
      const gone = await createEvent(admin, { name: "Annulé" });
      await giveAnswer(marie, event.id, "present");
      await giveAnswer(marie, gone.id, "present");
      await admin.send("DELETE", `/api/events/${gone.id}`);
      await server.client().post("/api/auth/request-password-reset", { email: MARIE.email });
      const elsewhere = server.client();
      await elsewhere.post("/api/auth/sign-in/email", { email: MARIE.email, password: MARIE.password });
      const answer = await leave(marie);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect([...marie.cookies.keys()]).toEqual([]);
      expect((await elsewhere.get("/api/users")).status).toBe(401);
      expect(Object.values(await rowsOf(marie.user.id))).toEqual([0, 0, 0, 0, 0]);
      expect((await admin.get(`/api/events/${event.id}`)).json()).toMatchObject({ availability: [] });
      expect((await admin.get("/api/users")).text).not.toContain(marie.user.id);
      const signIn = { email: MARIE.email, password: MARIE.password };
      expect((await server.client().post("/api/auth/sign-in/email", signIn)).json()).toMatchObject({
        code: "account.not_found",
      });
    });

    test("the log of changes forgets the name, and other screens hear that they are gone", async () => {
      const event = await createEvent(planning.admin);
      await giveAnswer(marie, event.id, "present");
      await leave(marie);
      const changes = await changesSince(planning, 0);
      expect(JSON.stringify(changes)).not.toContain("Petit");
      expect(changes.at(-1)).toEqual({ type: "person.removed", userId: marie.user.id });
    });

    test("not without the right password, and nothing happens then", async () => {
      expectProblem(await leave(marie, "faux-mot"), 400, "account.wrong_own_password");
      const empty = await marie.post(DELETION, { password: "" });
      expectProblem(empty, 422, "request.invalid", { errors: { password: "field.required" } });
      expectProblem(await marie.post(DELETION, {}), 422, "request.invalid", { errors: { password: "field.required" } });
      expect((await marie.get("/api/users")).status).toBe(200);
    });

    test("guesses count together with those at a change of the password, and end soon", async () => {
      const guess = (number: number) =>
        number % 2 === 0
          ? leave(marie, `faux-${number}`)
          : marie.post("/api/auth/change-password", { currentPassword: `faux-${number}`, newPassword: "nouveau" });
      const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => guess(number)));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
      const refused = await leave(marie);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
      now = new Date(now.getTime() + 901_000);
      expect((await leave(marie)).status).toBe(204);
    });

    test("the default admin's is the server's, whatever is typed", async () => {
      for (const password of ["whatever", "diapason-admin"]) {
        expectProblem(await leave(planning.admin, password), 403, "account.built_in");
      }
      expect((await planning.admin.get("/api/users")).status).toBe(200);
    });

    test("an admin may go as long as another one stays", async () => {
      await planning.admin.post("/api/users/admins", { email: MARIE.email });
      expect((await leave(marie)).status).toBe(204);
    });

    test("twice at once deletes once, and is no fault of the server", async () => {
      const answers = await Promise.all([leave(marie), leave(marie)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(204);
      // The second call finds no session, no password or no user any more, depending on how far it has come.
      expect(statuses.filter((status) => status >= 400 && status < 500)).toHaveLength(1);
    });
  });

  describe("can be read:", () => {
    async function read(person: Person): Promise<OwnData> {
      return (await person.get(DATA)).json<OwnData & Record<string, unknown>>();
    }

    test("account, sessions, groups, answers with their events, and what admins did", async () => {
      const { admin, server } = planning;
      const event = await createEvent(admin, { name: "Culte" });
      const gone = await createEvent(admin, { name: "Annulé", date: "2050-12-25" });
      await giveAnswer(marie, event.id, "present", "2050-11-20T10:00:00.000Z");
      await giveAnswer(marie, gone.id, "absent", "2050-11-20T10:00:00.000Z");
      await admin.send("DELETE", `/api/events/${gone.id}`);
      await admin.send("DELETE", `/api/groups/1/members/${marie.user.id}`);
      await marie.send("PUT", "/api/groups/2/members/me");
      const credentials = { email: MARIE.email, password: MARIE.password };
      await server.client().post("/api/auth/sign-in/email", credentials, { "user-agent": FIREFOX });
      const data = await read(marie);
      expect(data.account).toEqual({ ...marie.user, email: "marie@example.org" });
      expect(data.sessions).toHaveLength(2);
      expect(data.sessions).toContainEqual({
        browser: "Firefox",
        system: "Linux",
        userAgent: FIREFOX,
        address: "127.0.0.1",
        signedInAt: NOON.toISOString(),
        lastSeenAt: NOON.toISOString(),
        endsAt: expect.any(String),
      });
      expect(data.groups).toEqual([{ id: "2", name: "Groupe de jeunes", joinedAt: NOON.toISOString() }]);
      const answer = {
        groupName: "Louange du dimanche",
        comment: null,
        saidBy: null,
        answeredAt: "2050-11-20T10:00:00.000Z",
      };
      const place = { time: "20:30", location: "Temple" };
      expect(data.answers).toEqual([
        {
          ...answer,
          event: { ...place, name: "Culte", date: "2050-12-24" },
          answer: "present",
          positions: MARIE.positions,
          isDeleted: false,
        },
        {
          ...answer,
          event: { ...place, name: "Annulé", date: "2050-12-25" },
          answer: "absent",
          positions: MARIE.positions,
          isDeleted: true,
        },
      ]);
      expect(data.journal.map(({ act }) => act.type)).toEqual(["group.member_removed"]);
    });

    test("who asked them to come, at once or in an order that has not reached them", async () => {
      const { admin, server } = planning;
      const first = await planning.newcomer({ email: "jean@example.org", firstName: "Jean" });
      for (const person of [marie, first]) await person.send("PUT", "/api/groups/1/members/me");
      await server.database.kysely.updateTable("users").set({ email_verified: true }).execute();
      const atOnce = await createEvent(admin, { name: "Concert" });
      const inOrder = await createEvent(admin, { name: "Culte", date: "2050-12-25" });
      await admin.post(`/api/events/${atOnce.id}/requests`, { userIds: [marie.user.id], inOrder: false });
      const order = { userIds: [first.user.id, marie.user.id], inOrder: true, hours: 24 };
      expect((await admin.post(`/api/events/${inOrder.id}/requests`, order)).status).toBe(200);
      expect((await read(marie)).requests).toMatchObject([
        { event: { name: "Concert" }, isDeleted: false, askedBy: "Admin Diapason", askedAt: NOON.toISOString() },
        { event: { name: "Culte" }, isDeleted: false, askedBy: "Admin Diapason", askedAt: null },
      ]);
    });

    test("nothing of anybody else, and nothing that lets anybody in", async () => {
      const jean = await planning.newcomer({ email: "jean@example.org", firstName: "Jean" });
      const event = await createEvent(planning.admin);
      await giveAnswer(jean, event.id, "present");
      await planning.server.client().post("/api/auth/request-password-reset", { email: MARIE.email });
      const { text } = await marie.get(DATA);
      expect(text).not.toMatch(/jean|argon2|token|password/i);
      const { kysely } = planning.server.database;
      for (const { token, id } of await kysely.selectFrom("session").select(["token", "id"]).execute()) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(id);
      }
      expect((await read(jean)).answers).toHaveLength(1);
      expect((await read(marie)).answers).toEqual([]);
    });
  });
});

describe.each(ENGINES)("where the default admin is off, on %s,", (engine) => {
  test("the last admin stays, is told what to do, and may go once somebody else is one", async () => {
    const server = await serverForThisTest(engine);
    await register(server);
    await register(server, { email: "anne@example.org" });
    const builtIn = await signInDefaultAdmin(server);
    await builtIn.post("/api/users/admins", { email: MARIE.email });
    await server.restart({ DEFAULT_ADMIN: "off" });
    const marie = server.client();
    await marie.post("/api/auth/sign-in/email", { email: MARIE.email, password: MARIE.password });
    const refused = await marie.post(DELETION, { password: MARIE.password });
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      {
        code: "account.last_admin",
        detail:
          "Vous êtes le seul administrateur\u00a0: donnez d'abord ces droits à quelqu'un, dans «\u00a0Gérer les utilisateurs\u00a0».",
      },
    ]);
    expect((await marie.get("/api/users")).status).toBe(200);
    await marie.post("/api/users/admins", { email: "anne@example.org" });
    expect((await marie.post(DELETION, { password: MARIE.password })).status).toBe(204);
  });
});
