import type { Kysely } from "kysely";
import { readBoolean, type Tables } from "../../database/schema.ts";
import { hasAccount } from "../passwords/read-password.ts";

export interface AddressHolder {
  readonly id: string;
  /** `false`: an admin entered the address, and nobody has proven that it is theirs. */
  readonly hasAccount: boolean;
}

/**
 * Finds the person who has this address, or who changed it lately and may still restore it; `null`: the address is free.
 * @param exceptFor the id of a person for whom their own former addresses count as free; nobody has the id `""`
 */
export async function findAddressHolder(
  kysely: Kysely<Tables>,
  email: string,
  now: Date,
  exceptFor = "",
): Promise<AddressHolder | null> {
  const row = await kysely
    .selectFrom("users")
    .select((eb) => ["users.id", "is_built_in", hasAccount(eb).as("has_account")])
    .where("email", "=", email)
    .executeTakeFirst();
  if (row !== undefined) {
    return { id: row.id, hasAccount: Boolean(row.has_account) || readBoolean(row.is_built_in) };
  }
  const former = await kysely
    .selectFrom("address_change")
    .select("user_id")
    .where("email", "=", email)
    .where("is_return", "=", true)
    .where("expires_at", ">", now)
    .where("user_id", "!=", exceptFor)
    .executeTakeFirst();
  return former === undefined ? null : { id: former.user_id, hasAccount: true };
}
