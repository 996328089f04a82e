import type { Migration } from "./migration.ts";

/** Events that end after midnight. */
export const endsNextDay: Migration = {
  name: "ends-next-day",
  async up(kysely) {
    for (const table of ["planning_event", "event_news"]) {
      // JSON, as the other fields of an event that are no texts: `true`, or `null`.
      await kysely.schema.alterTable(table).addColumn("ends_next_day", "text").execute();
    }
  },
};
