import { type AliasedRawBuilder, sql } from "kysely";
import type { Engine } from "./database.ts";
import { jsonList } from "./json-list.ts";

/** A column for a query of `users`: the groups that each leads. */
export function ledGroupsOfUser(engine: Engine): AliasedRawBuilder<string, "led_groups"> {
  const ids = jsonList(engine, ["group_id"], ["group_id"]);
  return sql<string>`(select ${ids} from group_member where user_id = users.id and is_leader)`.as("led_groups");
}

export function readLedGroups(stored: string): string[] {
  return (JSON.parse(stored) as [string][]).map(([groupId]) => groupId);
}
