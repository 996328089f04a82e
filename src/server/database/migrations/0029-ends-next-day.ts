import type { Migration } from "./migration.ts";

/** Adds a mark for events that end after midnight. */
export const endsNextDay: Migration = {
  name: "ends-next-day",
  async up(kysely) {
    for (const table of ["planning_event", "event_news"]) {
      // JSON `true` or `null`, as all fields of an event that are neither text nor number.
      await kysely.schema.alterTable(table).addColumn("ends_next_day", "text").execute();
    }
  },
};
