import type { Kysely, Selectable } from "kysely";
import type { OwnPasskey } from "#contract/sign-in/passkeys.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { deviceOf } from "../sessions/device.ts";

/**
 * A stored passkey with its owner, for checking a sign-in. `publicKey`: in base64url. `counter`: how often the authenticator
 * has used the key.
 */
export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

export async function findPasskey(kysely: Kysely<Tables>, credentialId: string) {
  const row = await kysely
    .selectFrom("passkey")
    .innerJoin("users", "users.id", "passkey.user_id")
    .select(USER_COLUMNS)
    .select(["passkey.id as passkeyId", "public_key as publicKey", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { passkeyId, publicKey, counter } = row;
  return { id: passkeyId, credentialId, publicKey, counter, user: readUser(row) };
}

/** The user's passkeys, the newest first. */
export async function listPasskeys(kysely: Kysely<Tables>, userId: string): Promise<Selectable<Tables["passkey"]>[]> {
  const query = kysely.selectFrom("passkey").selectAll().where("user_id", "=", userId);
  return query.orderBy("created_at", "desc").orderBy("id").execute();
}

export function presentPasskey(row: Selectable<Tables["passkey"]>): OwnPasskey {
  return {
    id: row.id,
    ...deviceOf(row.user_agent),
    isSynced: readBoolean(row.is_synced),
    createdAt: readDate(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : readDate(row.last_used_at).toISOString(),
  };
}
