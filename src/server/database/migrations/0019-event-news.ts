import type { Migration } from "./migration.ts";

/**
 * Adds a table of the former states of changed events, until their members have been notified; and when an event got its
 * date and time.
 */
export const eventNews: Migration = {
  name: "event-news",
  async up(kysely, { date, truth }) {
    await kysely.schema
      .createTable("event_news")
      // No foreign keys: members are notified of a deletion after the event's row is gone.
      .addColumn("event_id", "text", (column) => column.primaryKey())
      .addColumn("group_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("date", "text", (column) => column.notNull())
      .addColumn("time", "text", (column) => column.notNull())
      .addColumn("end_time", "text")
      .addColumn("location", "text", (column) => column.notNull())
      .addColumn("is_deleted", truth, (column) => column.notNull())
      .addColumn("present_ids", "text", (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("event_news_group").on("event_news").column("group_id").execute();
    await kysely.schema.alterTable("planning_event").addColumn("timed_at", date).execute();
  },
};
