import type { Queryable } from "../../database/database.ts";
import { hasAccount } from "../passwords/read-password.ts";

/** Whether somebody other than the built-in admin can sign in as an admin. */
export async function hasOwnAdmin({ kysely }: Queryable): Promise<boolean> {
  const admin = await kysely
    .selectFrom("users")
    .select("id")
    .where("is_admin", "=", true)
    .where("is_built_in", "=", false)
    .where((eb) => hasAccount(eb))
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
