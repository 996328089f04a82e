import type { Database } from "../database/database.ts";

/** Whether the account that a mail is about still exists. */
export async function hasPerson({ kysely }: Database, userId: string): Promise<boolean> {
  const person = kysely.selectFrom("users").select("id").where("id", "=", userId);
  return (await person.executeTakeFirst()) !== undefined;
}
