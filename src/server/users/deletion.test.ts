import { describe, expect, test } from "vitest";
import type { NotificationSettings } from "#contract/accounts/notifications.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { humanAdmins, registerAdmin, whileAdminsAreLocked } from "#test/support/server/test-admins.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { expectBlocked } from "#test/support/server/test-postgres-locks.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { newTestSubscription } from "#test/support/server/test-push-browser.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  continueOn,
} from "#test/support/server/test-server.ts";
import { createSharedPlanning } from "../planning/shared-planning.ts";
import { deleteUser } from "./write-deletion.ts";

function remove(actor: TestClient, id: string): Promise<Answer> {
  return actor.send("DELETE", `/api/users/${id}`);
}

describe.each(ENGINES)("deleting somebody on %s", (engine) => {
  const server = serverForEachTest(engine);

  /** Restarts the server on the same database without the default admin. The row of the default admin stays. */
  async function switchDefaultAdminOff(): Promise<void> {
    await server.restart({ DEFAULT_ADMIN: "off" });
  }

  test("takes account, sessions, links and row; their cookie is refused at the next call", async () => {
    const admin = await signInDefaultAdmin(server);
    const gone = await register(server, { email: "gone@example.org" });
    await server.client().post("/api/auth/request-password-reset", { email: "gone@example.org" });
    const answer = await remove(admin, gone.user.id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await gone.get("/api/users")).status).toBe(401);
    expect((await gone.get("/api/auth/get-session")).json()).toBeNull();
    const signIn = { email: "gone@example.org", password: MARIE.password };
    const refused = await server.client().post("/api/auth/sign-in/email", signIn);
    expect(refused.json()).toMatchObject({ code: "account.not_found" });
    expect((await admin.get("/api/users")).json<UserRow[]>().map(({ id }) => id)).toEqual([admin.user.id]);
    const { kysely } = server.database;
    for (const table of ["account", "session", "password_reset"] as const) {
      const rows = await kysely.selectFrom(table).select("user_id").where("user_id", "=", gone.user.id).execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect((await register(server, { email: "gone@example.org" })).user.id).not.toBe(gone.user.id);
  });

  test("two last admins who delete each other at once: one stays", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const jean = await registerAdmin(server, "jean@example.org");
    await switchDefaultAdminOff();
    const answers = await Promise.all([
      remove(continueOn(server, anne), jean.user.id),
      remove(continueOn(server, jean), anne.user.id),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(204);
    // 401: that admin was deleted before their own call was checked.
    expect(statuses.filter((status) => status === 409 || status === 401)).toHaveLength(1);
    expect(await humanAdmins(server.database)).toHaveLength(1);
  });

  test.runIf(engine === "postgres")("two last admins who both were let in: one stays", async () => {
    const { start, stop } = await deletions();
    const answers = await whileAdminsAreLocked(server.database, start);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(await humanAdmins(server.database)).toHaveLength(1);
    await stop();
  });

  test.runIf(engine === "postgres")("two servers on one database keep the last admin as well", async () => {
    const { start, stop } = await deletions();
    await start();
    expect(await humanAdmins(server.database)).toHaveLength(1);
    await stop();
  });

  test.runIf(engine === "postgres")(
    "while an admin makes them a reset link: neither fails, whoever is locked first",
    async () => {
      const { kysely } = server.database;
      const people = [await registerAdmin(server, "anne@example.org"), await registerAdmin(server, "jean@example.org")];
      const [member, admin] = people.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
      if (member === undefined || admin === undefined) throw new Error("nobody");
      await kysely.updateTable("users").set({ is_admin: false }).where("id", "!=", admin.user.id).execute();
      const answers = await whileAdminsAreLocked(server.database, async () => {
        const deleted = remove(admin, member.user.id);
        await expectBlocked(kysely, 1);
        return Promise.all([deleted, admin.post(`/api/users/${member.user.id}/password-reset`)]);
      });
      expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    },
  );

  test.runIf(engine === "postgres")(
    "while their own calls are under way: each says that the account is gone",
    async () => {
      await server.restart({ SHARING: "on" });
      const { kysely } = server.database;
      const gone = await register(server);
      const settings = (await gone.get("/api/notifications")).json<NotificationSettings & Record<string, unknown>>();
      const wishes = { ...settings.wishes, reminders: { byMail: false, byPush: false } };
      const held = Promise.withResolvers<void>();
      const calls = Promise.withResolvers<Promise<Answer>[]>();
      const deletion = kysely.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("users").where("id", "=", gone.user.id).execute();
        calls.resolve([
          gone.post("/api/users/me/calendar"),
          gone.send("PUT", "/api/notifications", { body: { ...settings, wishes } }),
          gone.post("/api/push-subscriptions", newTestSubscription().subscription),
        ]);
        await held.promise;
      });
      const answers = await calls.promise;
      await expectBlocked(kysely, answers.length);
      held.resolve();
      await deletion;
      for (const answer of await Promise.all(answers)) expectProblem(answer, 401, "account.deleted");
    },
  );

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("of nobody is refused, whatever the id", async () => {
    const admin = await signInDefaultAdmin(server);
    const marie = await register(server);
    expect((await remove(admin, marie.user.id)).status).toBe(204);
    for (const id of [marie.user.id, "unknown", "me", "%27", "é", "x".repeat(2000)]) {
      expectProblem(await remove(admin, id), 404, "user.not_found", { detail: "Ce compte n'existe plus." });
    }
    expect((await remove(admin, "%00")).status).toBe(404);
    expect((await remove(admin, "%ff")).status).toBe(404);
  });

  test("is for admins only", async () => {
    const member = await register(server);
    const other = await register(server, { email: "other@example.org" });
    expect((await remove(member, other.user.id)).json()).toMatchObject({ code: "request.forbidden" });
    expect((await remove(member, member.user.id)).status).toBe(403);
    expect((await remove(server.client(), other.user.id)).status).toBe(401);
    expect((await other.get("/api/users")).json<UserRow[]>()).toHaveLength(2);
  });

  test("is refused to somebody who lost their rights after the call was let in", async () => {
    const [member, other] = [await register(server), await register(server, { email: "other@example.org" })];
    const planning = createSharedPlanning({ database: server.database, timeZone: "UTC", clock: () => new Date() });
    const deletion = { userId: other.user.id, actorId: member.user.id, hasRights: () => true };
    await expect(deleteUser(planning, deletion)).rejects.toMatchObject({ code: "request.forbidden" });
    expect((await other.get("/api/users")).status).toBe(200);
  });

  test("of oneself is refused", async () => {
    const admin = await registerAdmin(server, "anne@example.org");
    const answer = await remove(admin, admin.user.id);
    expectProblem(answer, 409, "user.self_deletion", { detail: "Vous ne pouvez pas supprimer votre propre compte." });
    expect((await admin.get("/api/users")).status).toBe(200);
  });

  test("of the last admin is refused: the default admin counts while it is on, and not while it is off", async () => {
    const admin = await registerAdmin(server, "anne@example.org");
    const code = async () => (await remove(continueOn(server, admin), admin.user.id)).json()["code"];
    expect(await code()).toBe("user.self_deletion");
    await switchDefaultAdminOff();
    const answer = await remove(continueOn(server, admin), admin.user.id);
    expectProblem(answer, 409, "user.last_admin", { detail: "Le dernier administrateur ne peut pas être supprimé." });
    expect(await humanAdmins(server.database)).toEqual(["anne@example.org"]);
  });

  test("of an admin by another one is allowed, and of the default admin, which comes back when it signs in", async () => {
    const admin = await registerAdmin(server, "anne@example.org");
    const second = await registerAdmin(server, "jean@example.org");
    const builtIn = await signInDefaultAdmin(server);
    expect((await remove(admin, second.user.id)).status).toBe(204);
    expect((await remove(admin, builtIn.user.id)).status).toBe(204);
    expect((await builtIn.get("/api/users")).status).toBe(401);
    expect((await signInDefaultAdmin(server)).user.isAdmin).toBe(true);
  });

  /** Two admins, the last ones; each calls a server of their own on the same database. */
  async function deletions(): Promise<{ readonly start: () => Promise<Answer[]>; readonly stop: () => Promise<void> }> {
    const anne = await registerAdmin(server, "anne@example.org");
    const jean = await registerAdmin(server, "jean@example.org");
    await switchDefaultAdminOff();
    const other = await startTestServer({ ...server.environment, DEFAULT_ADMIN: "off" });
    const jeanElsewhere = other.client(jean.cookies);
    const start = () =>
      Promise.all([remove(continueOn(server, anne), jean.user.id), remove(jeanElsewhere, anne.user.id)]);
    return { start, stop: other.stop };
  }
});
