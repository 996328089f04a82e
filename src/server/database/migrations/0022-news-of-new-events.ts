import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Events that changed so soon that only those who had answered knew them. */
export const newsOfNewEvents: Migration = {
  name: "news-of-new-events",
  async up(kysely, { truth }) {
    await kysely.schema
      .alterTable("event_news")
      .addColumn("is_new", truth, (column) => column.notNull().defaultTo(sql`false`))
      .execute();
  },
};
