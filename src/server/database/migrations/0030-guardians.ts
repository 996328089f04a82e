import { sql } from "kysely";
import type { Engine } from "../database.ts";
import type { Migration } from "./migration.ts";

/** Whoever is entrusted with somebody, or no longer is, has other rights at the next request, in every process. */
const TRIGGERS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ["insert", "delete"].map(
    (change) => `create trigger guardian_access_${change} after ${change} on guardian
      begin update access_version set version = lower(hex(randomblob(16))); end`,
  ),
  postgres: ["insert", "delete"].map(
    (change) => `create constraint trigger guardian_access_${change} after ${change} on guardian
      deferrable initially deferred for each row execute function renew_access_version()`,
  ),
};

/** Who answers for whom: a person without an account is entrusted to people who have one. */
export const guardians: Migration = {
  name: "guardians",
  async up(kysely, _, engine) {
    await kysely.schema
      .createTable("guardian")
      .addColumn("entrusted_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("guardian_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("guardian_key", ["entrusted_id", "guardian_id"])
      .execute();
    await kysely.schema.createIndex("guardian_guardian").on("guardian").column("guardian_id").execute();
    for (const trigger of TRIGGERS[engine]) await sql.raw(trigger).execute(kysely);
  },
};
