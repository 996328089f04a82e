import type { Migration } from "./migration.ts";

/** Adds one calendar address for each user, and the time at which an event last changed. */
export const calendarFeeds: Migration = {
  name: "calendar-feeds",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("calendar_feed")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("nonce", "text", (column) => column.notNull().unique())
      .addColumn("created_at", date, (column) => column.notNull())
      .execute();
    await kysely.schema.alterTable("planning_event").addColumn("changed_at", date).execute();
  },
};
