import type { Migration } from "./migration.ts";

/** Adds a table of messages about events: who received each one, and whether it was sent. */
export const messages: Migration = {
  name: "messages",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("message")
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("event_id", "text", (column) => column.notNull().references("planning_event.id").onDelete("cascade"))
      .addColumn("group_id", "text", (column) => column.notNull())
      .addColumn("other_events", "integer", (column) => column.notNull())
      .addColumn("topic", "text", (column) => column.notNull())
      .addColumn("decided_at", date, (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("message_key", ["id", "user_id"])
      .execute();
    await kysely.schema.createIndex("message_group").on("message").columns(["group_id", "decided_at"]).execute();
    await kysely.schema.createIndex("message_event").on("message").column("event_id").execute();
    await kysely.schema.createIndex("message_user").on("message").column("user_id").execute();
    await kysely.schema.createIndex("message_decided").on("message").column("decided_at").execute();
  },
};
