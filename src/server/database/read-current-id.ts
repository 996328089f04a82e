import type { Queryable } from "./database.ts";

/** A person's current id. It differs from `id` if the row with this id was merged into another row of the person. */
export async function readCurrentId({ kysely }: Queryable, id: string): Promise<string> {
  const query = kysely.selectFrom("former_person").select("user_id").where("former_id", "=", id);
  return (await query.executeTakeFirst())?.user_id ?? id;
}
