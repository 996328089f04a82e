import type { Migration } from "./migration.ts";

/** Days on which people are absent. */
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
    // For each event that is read, the absences that end on its day or later.
    await kysely.schema.createIndex("absence_days").on("absence").columns(["to_date", "from_date"]).execute();
  },
};
