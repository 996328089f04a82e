import { type RawBuilder, sql } from "kysely";
import type { Service, TeamService } from "#domain/people/services.ts";
import type { Queryable } from "../../database/database.ts";

/** Whether a JSON array of names has this one. A quoted name is nothing else than that name in it. */
function has(column: string, name: Service): RawBuilder<boolean> {
  return sql<boolean>`replace(${sql.ref(column)}, ${JSON.stringify(name)}, '') <> ${sql.ref(column)}`;
}

/** Whether anybody holds it, with or without an account. */
export async function isHeld({ kysely }: Queryable, name: Service): Promise<boolean> {
  const row = await kysely.selectFrom("users").select("id").where(has("positions", name)).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The ids of those that a group, an event or a kept line-up needs, one in the trash included. */
export async function neededIds({ kysely }: Queryable, services: readonly TeamService[]): Promise<string[]> {
  const needed: string[] = [];
  for (const { id, name } of services) {
    const group = kysely.selectFrom("planning_group").select("id").where(has("required_roles", name));
    const event = kysely
      .selectFrom("planning_event")
      .select("id")
      .where((eb) => eb.or([has("required_roles", name), has("line_up", name)]));
    const row = await group.unionAll(event).limit(1).executeTakeFirst();
    if (row !== undefined) needed.push(id);
  }
  return needed;
}
