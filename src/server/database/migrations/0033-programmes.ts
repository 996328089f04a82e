import type { Migration } from "./migration.ts";

/** Adds an event's programme (the songs to play), its version, and the last version of which members got a message. */
export const programmes: Migration = {
  name: "programmes",
  async up({ schema }) {
    await schema.alterTable("planning_event").addColumn("programme", "text").execute();
    await schema.alterTable("planning_event").addColumn("programme_version", "integer").execute();
    await schema.alterTable("planning_event").addColumn("programme_told", "integer").execute();
  },
};
