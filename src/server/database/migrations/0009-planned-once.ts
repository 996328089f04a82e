import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Adds optional details of events, series of events, comments of answers, and who answered for somebody else. Also how often
 * an event was changed (`sequence`), and when everybody was asked to answer again.
 */
export const plannedOnce: Migration = {
  // Says little, but is stored in databases.
  name: "planned-once",
  async up(kysely, { date }) {
    for (const column of ["end_time", "details", "series_id"]) {
      await kysely.schema.alterTable("planning_event").addColumn(column, "text").execute();
    }
    await kysely.schema
      .alterTable("planning_event")
      .addColumn("sequence", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await kysely.schema.alterTable("planning_event").addColumn("asked_again_at", date).execute();
    await kysely.schema
      .createIndex("planning_event_series")
      .on("planning_event")
      .columns(["series_id", "date"])
      .execute();
    await kysely.schema.alterTable("availability").addColumn("comment", "text").execute();
    await kysely.schema
      .alterTable("availability")
      .addColumn("said_by", "text", (column) => column.references("users.id").onDelete("set null"))
      .execute();
    // Finds the answers that a deleted user gave for others. Partial, because most people answer for themselves.
    await kysely.schema
      .createIndex("availability_said_by")
      .on("availability")
      .column("said_by")
      .where(sql.ref("said_by"), "is not", null)
      .execute();
  },
};
