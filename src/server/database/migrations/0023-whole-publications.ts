import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Referencing tables come first. */
const PUBLISHED_TABLES = ["availability", "planning_event", "planning_group"] as const;

/** A publication is one transaction: no row is hidden any more. Those of an unfinished publication are deleted. */
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
