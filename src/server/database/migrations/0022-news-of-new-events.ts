import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Marks changed events that were so new that only the people who had answered knew of them. */
export const newsOfNewEvents: Migration = {
  name: "news-of-new-events",
  async up(kysely, { truth }) {
    await kysely.schema
      .alterTable("event_news")
      .addColumn("is_new", truth, (column) => column.notNull().defaultTo(sql`false`))
      .execute();
  },
};
