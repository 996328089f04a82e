import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** A single row, written when an admin first opens the link. The link itself is not stored. */
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
