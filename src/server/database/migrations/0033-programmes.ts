import type { Migration } from "./migration.ts";

/** What is played at an event, the version of this programme, and the version of which members were notified. */
export const programmes: Migration = {
  name: "programmes",
  async up({ schema }) {
    await schema.alterTable("planning_event").addColumn("programme", "text").execute();
    await schema.alterTable("planning_event").addColumn("programme_version", "integer").execute();
    await schema.alterTable("planning_event").addColumn("programme_told", "integer").execute();
  },
};
