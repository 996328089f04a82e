import type { Migration } from "./migration.ts";

/** What is played at an event, how often that changed, and the version that those present were told of. */
export const programmes: Migration = {
  name: "programmes",
  async up({ schema }) {
    await schema.alterTable("planning_event").addColumn("programme", "text").execute();
    await schema.alterTable("planning_event").addColumn("programme_version", "integer").execute();
    await schema.alterTable("planning_event").addColumn("programme_told", "integer").execute();
  },
};
