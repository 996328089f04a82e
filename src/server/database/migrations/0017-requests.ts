import type { Migration } from "./migration.ts";

/** Adds tables of the people who are asked to come to an event, and of the order in which they are asked. */
export const requests: Migration = {
  name: "requests",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("event_request")
      .addColumn("event_id", "text", (column) => column.notNull().references("planning_event.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("asked_by", "text", (column) => column.references("users.id").onDelete("set null"))
      .addColumn("asked_at", date)
      .addColumn("unreachable", "text")
      .addColumn("place", "integer")
      .addPrimaryKeyConstraint("event_request_key", ["event_id", "user_id"])
      .execute();
    await kysely.schema.createIndex("event_request_user").on("event_request").column("user_id").execute();
    await kysely.schema.createIndex("event_request_asker").on("event_request").column("asked_by").execute();
    await kysely.schema
      .createTable("asking_order")
      .addColumn("event_id", "text", (column) =>
        column.primaryKey().references("planning_event.id").onDelete("cascade"),
      )
      .addColumn("asked_by", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("hours", "integer", (column) => column.notNull())
      .addColumn("goal", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("asking_order_asker").on("asking_order").column("asked_by").execute();
  },
};
