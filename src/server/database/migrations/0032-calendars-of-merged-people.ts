import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Allows several calendar addresses for one user: a merged person keeps those of both rows until renewing them. */
export const calendarsOfMergedPeople: Migration = {
  name: "calendars-of-merged-people",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("calendar_address")
      .addColumn("nonce", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("created_at", date, (column) => column.notNull())
      .execute();
    await sql`insert into calendar_address (nonce, user_id, created_at)
      select nonce, user_id, created_at from calendar_feed`.execute(kysely);
    await kysely.schema.dropTable("calendar_feed").execute();
    await kysely.schema.alterTable("calendar_address").renameTo("calendar_feed").execute();
    await kysely.schema.createIndex("calendar_feed_user").on("calendar_feed").column("user_id").execute();
  },
};
