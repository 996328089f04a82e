import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";

/** The addresses of all accounts of a space. */
export async function listAddresses({ kysely }: Queryable): Promise<string[]> {
  const rows = await kysely.selectFrom("users").select("email").where(hasAccount).execute();
  return rows.flatMap(({ email }) => email ?? []);
}

/** Whether somebody has an account with this address in the space. */
export async function hasAccountWith({ kysely }: Queryable, email: string): Promise<boolean> {
  const account = kysely.selectFrom("users").select("id").where("email", "=", email).where(hasAccount);
  return (await account.executeTakeFirst()) !== undefined;
}
