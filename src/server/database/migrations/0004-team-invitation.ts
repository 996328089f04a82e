import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Adds the table of the team's invitation link: a single row with the nonce from which the link is derived. */
export const teamInvitation: Migration = {
  name: "team-invitation",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("team_invitation")
      .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn("nonce", "text", (column) => column.notNull())
      .addColumn("created_at", date, (column) => column.notNull())
      .execute();
  },
};
