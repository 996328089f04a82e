import type { Migration } from "./migration.ts";

/** Adds a table of the days on which people are absent. */
export const absences: Migration = {
  name: "absences",
  async up(kysely) {
    await kysely.schema
      .createTable("absence")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("from_date", "text", (column) => column.notNull())
      .addColumn("to_date", "text", (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("absence_user").on("absence").columns(["user_id", "from_date"]).execute();
    // Finds the absences on an event's day: those that end on this day or later, and begin on it or earlier.
    await kysely.schema.createIndex("absence_days").on("absence").columns(["to_date", "from_date"]).execute();
  },
};
