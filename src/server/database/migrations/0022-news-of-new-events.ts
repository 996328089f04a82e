import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Marks events that changed when only the people who had answered knew them. */
export const newsOfNewEvents: Migration = {
  name: "news-of-new-events",
  async up(kysely, { truth }) {
    await kysely.schema
      .alterTable("event_news")
      .addColumn("is_new", truth, (column) => column.notNull().defaultTo(sql`false`))
      .execute();
  },
};
