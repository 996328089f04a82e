import { type AliasedRawBuilder, sql } from "kysely";
import type { RightsHolder } from "#domain/permissions.ts";
import type { Engine } from "./database.ts";
import { jsonList } from "./json-list.ts";

/** Columns for a query of `users`: the ids of the groups that the user leads, and of people entrusted to the user. */
export function rightsOfUser(
  engine: Engine,
): readonly [AliasedRawBuilder<string, "led_groups">, AliasedRawBuilder<string, "entrusted">] {
  const groupIds = jsonList(engine, ["group_id"], ["group_id"]);
  const entrustedIds = jsonList(engine, ["entrusted_id"], ["entrusted_id"]);
  return [
    sql<string>`(select ${groupIds} from group_member where user_id = users.id and is_leader)`.as("led_groups"),
    sql<string>`(select ${entrustedIds} from guardian where guardian_id = users.id)`.as("entrusted"),
  ];
}

function idsOf(stored: string): string[] {
  return (JSON.parse(stored) as [string][]).map(([id]) => id);
}

/** Reads the columns of `rightsOfUser`. */
export function readRights(row: {
  readonly led_groups: string;
  readonly entrusted: string;
}): Required<Pick<RightsHolder, "ledGroupIds" | "entrustedIds">> {
  return { ledGroupIds: idsOf(row.led_groups), entrustedIds: idsOf(row.entrusted) };
}
