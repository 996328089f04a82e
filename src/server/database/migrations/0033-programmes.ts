import type { Migration } from "./migration.ts";

/** Adds an event's programme (the songs to play), its version, and the version of which members were notified. */
export const programmes: Migration = {
  name: "programmes",
  async up({ schema }) {
    await schema.alterTable("planning_event").addColumn("programme", "text").execute();
    await schema.alterTable("planning_event").addColumn("programme_version", "integer").execute();
    await schema.alterTable("planning_event").addColumn("programme_told", "integer").execute();
  },
};
