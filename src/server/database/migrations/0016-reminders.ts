import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The literal `true`: PostgreSQL has the type, SQLite stores 1. */
const YES = sql`true`;

/** Adds which groups remind their members, how many days before, and how far the reminders of each event are sent. */
export const reminders: Migration = {
  name: "reminders",
  async up(kysely, { date, truth }) {
    const { schema } = kysely;
    await schema
      .alterTable("planning_group")
      .addColumn("reminders_on", truth, (column) => column.notNull().defaultTo(YES))
      .execute();
    await schema
      .alterTable("planning_group")
      .addColumn("reminder_days", "integer", (column) => column.notNull().defaultTo(5))
      .execute();
    await schema.alterTable("planning_group").addColumn("reminders_set_at", date).execute();
    await schema.alterTable("planning_event").addColumn("reminded_until", date).execute();
    await schema
      .alterTable("planning_state")
      .addColumn("reminders_default", truth, (column) => column.notNull().defaultTo(YES))
      .execute();
  },
};
