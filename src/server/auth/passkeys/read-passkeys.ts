import type { Kysely, Selectable } from "kysely";
import type { OwnPasskey } from "#contract/sign-in/passkeys.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { deviceOf } from "../sessions/device.ts";

/** A stored passkey with its owner, for checking a sign-in. */
export interface KnownPasskey {
  readonly id: string;
  readonly credentialId: string;
  /** In base64url. */
  readonly publicKey: string;
  /** How often the authenticator has used the key. */
  readonly counter: number;
  readonly user: UserRecord;
}

export async function findPasskey(kysely: Kysely<Tables>, credentialId: string): Promise<KnownPasskey | null> {
  const row = await kysely
    .selectFrom("passkey")
    .innerJoin("users", "users.id", "passkey.user_id")
    .select([...USER_COLUMNS, "passkey.id as passkey_id", "credential_id", "public_key", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { passkey_id: id, credential_id, public_key: publicKey, counter } = row;
  return { id, credentialId: credential_id, publicKey, counter, user: readUser(row) };
}

/** The user's passkeys, the newest first. */
export async function listPasskeys(kysely: Kysely<Tables>, userId: string): Promise<Selectable<Tables["passkey"]>[]> {
  const query = kysely.selectFrom("passkey").selectAll().where("user_id", "=", userId);
  return query.orderBy("created_at", "desc").orderBy("id").execute();
}

/** What a user sees of their own passkey. */
export function presentPasskey(row: Selectable<Tables["passkey"]>): OwnPasskey {
  return {
    id: row.id,
    ...deviceOf(row.user_agent),
    isSynced: readBoolean(row.is_synced),
    createdAt: readDate(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : readDate(row.last_used_at).toISOString(),
  };
}
