import { guardAdminActs } from "../append-only.ts";
import type { Migration } from "./migration.ts";

/** Adds the journal of admin actions. It has no foreign keys, because its rows stay when the users are deleted. */
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
