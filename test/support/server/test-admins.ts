import { expect } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { Database } from "#server/database/database.ts";
import { expectBlocked } from "./test-postgres-locks.ts";
import { register, signInDefaultAdmin, type TestClient, type TestServer } from "./test-server.ts";

/** Registers a person and has the default admin make them an admin. */
export async function registerAdmin(server: Pick<TestServer, "client">, email: string): Promise<TestClient & Session> {
  const person = await register(server, { email });
  const builtIn = await signInDefaultAdmin(server);
  expect((await builtIn.post("/api/users/admins", { email })).status).toBe(200);
  return person;
}

/** E-mail addresses of all admins except the default admin. */
export async function humanAdmins({ kysely }: Pick<Database, "kysely">): Promise<string[]> {
  const query = kysely.selectFrom("users").select("email").where("is_admin", "=", true);
  return (await query.where("is_built_in", "=", false).execute()).flatMap(({ email }) => email ?? []);
}

/** PostgreSQL only: locks the admins' rows until two calls of `start` wait for them, then releases them. */
export async function whileAdminsAreLocked<Result>(
  { kysely }: Pick<Database, "kysely">,
  start: () => Promise<Result>,
): Promise<Result> {
  const locked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const locking = kysely.transaction().execute(async (transaction) => {
    await transaction.selectFrom("users").select("id").where("is_admin", "=", true).forUpdate().execute();
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const results = start();
  await expectBlocked(kysely, 2);
  gate.resolve();
  await locking;
  return results;
}
