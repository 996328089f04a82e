import type { Migration } from "./migration.ts";

/** Adds kept line-ups, the roles that events and groups need, and how often people want to play. */
export const lineUps: Migration = {
  name: "line-ups",
  async up({ schema }) {
    await schema.alterTable("planning_event").addColumn("required_roles", "text").execute();
    await schema.alterTable("planning_event").addColumn("line_up", "text").execute();
    await schema.alterTable("planning_group").addColumn("required_roles", "text").execute();
    await schema.alterTable("users").addColumn("plays_at_most", "integer").execute();
  },
};
