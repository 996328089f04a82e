import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Allows people without an account, whom an admin adds: rows of `users` without a password, some without an e-mail. Adds a
 * table of the one-time links with which they create their account.
 */
export const people: Migration = {
  name: "people",
  async up(kysely, { date }) {
    await sql`alter table users alter column email drop not null`.execute(kysely);
    await kysely.schema
      .createTable("person_invitation")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("nonce", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
  },
};
