import { guardAdminActs } from "../append-only.ts";
import type { Migration } from "./migration.ts";

/** The journal of admin actions. No foreign keys: its rows outlive the users they mention, by id only. */
export const adminActs: Migration = {
  name: "admin-acts",
  async up(kysely, { date }, engine) {
    await kysely.schema
      .createTable("admin_act")
      .addColumn("number", "integer", (column) => column.primaryKey())
      .addColumn("done_at", date, (column) => column.notNull())
      .addColumn("actor_id", "text")
      .addColumn("person_id", "text")
      .addColumn("act", "text", (column) => column.notNull())
      .execute();
    await guardAdminActs(kysely, engine);
  },
};
