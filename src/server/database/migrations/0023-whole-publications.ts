import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** In the order of deletion: each table before the table that its foreign key references. */
const PUBLISHED_TABLES = ["availability", "planning_event", "planning_group"] as const;

/** Publications are now one transaction: removes the columns that hid unfinished publications, and deletes their rows. */
export const wholePublications: Migration = {
  name: "whole-publications",
  async up(kysely) {
    for (const table of PUBLISHED_TABLES) {
      const name = sql.table(table);
      await sql`delete from ${name} where publication = (select publishing from planning_state)`.execute(kysely);
      await kysely.schema.alterTable(table).dropColumn("publication").execute();
    }
    for (const column of ["publishing", "last_publication", "publishing_at"]) {
      await kysely.schema.alterTable("planning_state").dropColumn(column).execute();
    }
  },
};
