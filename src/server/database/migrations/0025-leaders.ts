import { sql } from "kysely";
import type { Engine } from "../database.ts";
import type { Migration } from "./migration.ts";

/**
 * Renew the access version when somebody becomes a leader or stops being one: cached rights are then outdated. The name of
 * a trigger ends with `update` or `delete`: the first six characters of the change.
 */
const TRIGGERS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ["update of is_leader", "delete"].map(
    (change) => `create trigger group_member_access_${change.slice(0, 6)} after ${change} on group_member
      when old.is_leader = 1 or ${change === "delete" ? "false" : "new.is_leader = 1"}
      begin update access_version set version = lower(hex(randomblob(16))); end`,
  ),
  postgres: ["update of is_leader", "delete"].map(
    (change) => `create constraint trigger group_member_access_${change.slice(0, 6)} after ${change} on group_member
      deferrable initially deferred for each row
      when (old.is_leader or ${change === "delete" ? "false" : "new.is_leader"})
      execute function renew_access_version()`,
  ),
};

/** Adds whether a member leads the group. Members who leave it, or delete their account, lose this with their row. */
export const leaders: Migration = {
  name: "leaders",
  async up(kysely, { truth }, engine) {
    await kysely.schema
      .alterTable("group_member")
      .addColumn("is_leader", truth, (column) => column.notNull().defaultTo(sql`false`))
      .execute();
    for (const trigger of TRIGGERS[engine]) await sql.raw(trigger).execute(kysely);
  },
};
