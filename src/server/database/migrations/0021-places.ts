import type { Migration } from "./migration.ts";

/** Adds the roles that each person was last told to have on a line-up, and whom a person who is asked would replace. */
export const places: Migration = {
  name: "places",
  async up(kysely) {
    await kysely.schema
      .createTable("told_place")
      .addColumn("event_id", "text", (column) => column.notNull().references("planning_event.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("roles", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("told_place_key", ["event_id", "user_id"])
      .execute();
    await kysely.schema.createIndex("told_place_user").on("told_place").column("user_id").execute();
    await kysely.schema
      .alterTable("event_request")
      .addColumn("replaces", "text", (column) => column.references("users.id").onDelete("set null"))
      .execute();
    await kysely.schema.createIndex("event_request_replaced").on("event_request").column("replaces").execute();
  },
};
