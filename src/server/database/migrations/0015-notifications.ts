import type { Migration } from "./migration.ts";

/** Adds tables of the topics about which people want to be notified, and of the browsers that get push messages. */
export const notifications: Migration = {
  name: "notifications",
  async up(kysely, { date, truth }) {
    await kysely.schema
      .createTable("notification_wish")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("topic", "text", (column) => column.notNull())
      .addColumn("by_mail", truth, (column) => column.notNull())
      .addColumn("by_push", truth, (column) => column.notNull())
      .addPrimaryKeyConstraint("notification_wish_key", ["user_id", "topic"])
      .execute();
    await kysely.schema
      .createTable("push_subscription")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("session_id", "text", (column) => column.references("session.id").onDelete("cascade"))
      .addColumn("endpoint", "text", (column) => column.notNull())
      .addColumn("p256dh", "text", (column) => column.notNull())
      .addColumn("auth", "text", (column) => column.notNull())
      .addColumn("topics", "text", (column) => column.notNull())
      .addColumn("user_agent", "text", (column) => column.notNull())
      .addColumn("registered_at", date, (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex("push_subscription_user")
      .on("push_subscription")
      .columns(["user_id", "registered_at"])
      .execute();
    await kysely.schema.createIndex("push_subscription_session").on("push_subscription").column("session_id").execute();
  },
};
