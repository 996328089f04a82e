import type { Migration } from "./migration.ts";

/** Events that end after midnight. */
export const endsNextDay: Migration = {
  name: "ends-next-day",
  async up(kysely) {
    for (const table of ["planning_event", "event_news"]) {
      // JSON `true` or `null`. Other fields of an event that are not text are JSON too.
      await kysely.schema.alterTable(table).addColumn("ends_next_day", "text").execute();
    }
  },
};
