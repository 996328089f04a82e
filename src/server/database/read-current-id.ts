import type { Queryable } from "./database.ts";

/** A person's current id, for an id in an old link. It differs from `id` if an admin merged two rows of the person. */
export async function readCurrentId({ kysely }: Queryable, id: string): Promise<string> {
  const query = kysely.selectFrom("former_person").select("user_id").where("former_id", "=", id);
  return (await query.executeTakeFirst())?.user_id ?? id;
}
