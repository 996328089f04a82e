import { sql } from "kysely";
import type { Engine } from "../database.ts";
import type { Migration } from "./migration.ts";

/** Renew the access version when somebody becomes a guardian or stops being one: cached rights are then outdated. */
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

/** Adds guardians: people with an account who answer for a person without one, such as a child. */
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
