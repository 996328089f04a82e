import type { Migration } from "./migration.ts";

const PUBLISHED_TABLES = ["planning_group", "planning_event", "availability"] as const;

/**
 * Adds columns for publications, which were written in many short transactions: their rows stay hidden until all are
 * written. Migration 23 removes these columns again.
 */
export const publications: Migration = {
  name: "publications",
  async up(kysely, { date }) {
    await kysely.schema
      .alterTable("planning_state")
      .addColumn("publishing", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await kysely.schema
      .alterTable("planning_state")
      .addColumn("last_publication", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await kysely.schema.alterTable("planning_state").addColumn("publishing_at", date).execute();
    for (const table of PUBLISHED_TABLES) {
      await kysely.schema.alterTable(table).addColumn("publication", "integer").execute();
    }
  },
};
