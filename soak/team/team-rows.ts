import { createHash } from "node:crypto";
import { addSignedIn } from "#test/support/process/signed-in-people.ts";
import { hashPassword, PASSWORD_PROVIDER } from "../../src/server/auth/passwords/passwords.ts";
import type { Database } from "../../src/server/database/database.ts";
import {
  EVENT_IDS,
  GROUP_IDS,
  PASSWORD,
  PEOPLE,
  PERSON_IDS,
  REGISTRATION_LINKS,
  RESET_LINKS,
  TARGET_IDS,
} from "./team.ts";

const LINK_MS = 60 * 60 * 1000;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The rows that the requests are about. `restore` brings deleted rows back and removes added ones. */
export interface TeamRows {
  readonly restore: () => Promise<void>;
  /** Removes deleted events permanently. */
  readonly emptyTrash: () => Promise<void>;
}

/** Adds the team to the database of a running server. */
export async function addTeam({ kysely }: Database): Promise<TeamRows> {
  const password = await hashPassword(PASSWORD);

  async function restorePeople(now: Date): Promise<void> {
    await kysely.deleteFrom("users").where("id", "not in", PERSON_IDS).where("is_built_in", "=", false).execute();
    const sessionIds = PEOPLE.flatMap(({ sessions }) => sessions.map(({ id }) => id));
    await kysely.deleteFrom("session").where("id", "not in", sessionIds).execute();
    await addSignedIn(kysely, PEOPLE);
    for (const isAdmin of [true, false]) {
      const changed = PEOPLE.filter((person) => person.isAdmin === isAdmin).map(({ id }) => id);
      await kysely.updateTable("users").set({ is_admin: isAdmin }).where("id", "in", changed).execute();
    }
    const accounts = PERSON_IDS.map((id) => ({ id, account_id: id, user_id: id, provider_id: PASSWORD_PROVIDER }));
    await kysely
      .insertInto("account")
      .values(accounts.map((account) => ({ ...account, password, created_at: now, updated_at: now })))
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ password }))
      .execute();
  }

  async function restoreLinks(now: Date): Promise<void> {
    const expires_at = new Date(now.getTime() + LINK_MS);
    for (const { email, token } of REGISTRATION_LINKS) {
      const row = { email, token_hash: hashOf(token), expires_at };
      await kysely
        .insertInto("admin_invitation")
        .values(row)
        .onConflict((conflict) => conflict.column("email").doUpdateSet(row))
        .execute();
    }
    for (const [index, { token }] of RESET_LINKS.entries()) {
      const row = { user_id: TARGET_IDS[index] ?? "", token_hash: hashOf(token), expires_at };
      await kysely
        .insertInto("password_reset")
        .values(row)
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute();
    }
  }

  async function restorePlanning(): Promise<void> {
    await kysely.deleteFrom("planning_group").where("id", "not in", GROUP_IDS).execute();
    await kysely.deleteFrom("planning_event").where("id", "not in", EVENT_IDS).execute();
    const present = { deleted_at: null, deleted_by: null };
    await kysely.updateTable("planning_group").set(present).execute();
    await kysely.updateTable("planning_event").set(present).execute();
  }

  async function restore(): Promise<void> {
    const now = new Date();
    await restorePeople(now);
    await restoreLinks(now);
    await restorePlanning();
  }

  await restore();
  return {
    restore,
    async emptyTrash() {
      await kysely.deleteFrom("planning_event").where("deleted_at", "is not", null).execute();
    },
  };
}
