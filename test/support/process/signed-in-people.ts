import { createHmac } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Tables } from "../../../src/server/database/schema.ts";

/** A user to add to the database, with open sessions. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly sessions: readonly { readonly id: string; readonly token: string }[];
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;

function userRow({ id, email, isAdmin }: KnownPerson, now: Date): Insertable<Tables["users"]> {
  const names = { first_name: "Marie", last_name: "Petit", name: "Marie Petit" };
  const positions = JSON.stringify(["Voix"]);
  return { id, email, ...names, positions, is_admin: isAdmin, image: null, created_at: now, updated_at: now };
}

function sessionRows({ id, sessions }: KnownPerson, now: Date): Insertable<Tables["session"]>[] {
  const expiry = new Date(now.getTime() + LIFETIME_MS);
  const rest = { expires_at: expiry, ip_address: null, user_agent: null, created_at: now, updated_at: now };
  return sessions.map((session) => ({ ...session, user_id: id, ...rest }));
}

/**
 * Adds users and their sessions directly to the database of a running server. A thousand real sign-ins would take long,
 * because each hashes a password. Existing rows are left unchanged.
 */
export async function addSignedIn(kysely: Kysely<Tables>, people: readonly KnownPerson[]): Promise<void> {
  const now = new Date();
  await kysely.transaction().execute(async (transaction) => {
    for (const person of people) {
      await transaction
        .insertInto("users")
        .values(userRow(person, now))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await transaction
        .insertInto("session")
        .values(sessionRows(person, now))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** The session cookie, signed as the server with this secret signs it. */
export function sessionCookie(secret: string, token: string): string {
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `diapason.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
