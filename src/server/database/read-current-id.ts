import type { Queryable } from "./database.ts";

/** The id that a person has today: another one, if the row of this id was merged with another of theirs. */
export async function readCurrentId({ kysely }: Queryable, id: string): Promise<string> {
  const query = kysely.selectFrom("former_person").select("user_id").where("former_id", "=", id);
  return (await query.executeTakeFirst())?.user_id ?? id;
}
