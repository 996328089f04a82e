import type { Migration } from "./migration.ts";

/**
 * Adds a table of links that confirm an address, one for each user, stored as a hash. The product now also writes
 * `users.email_verified`, which earlier versions never did. Also adds when a mail server refused an address, and to which
 * address a reset link was mailed.
 */
export const confirmedAddresses: Migration = {
  name: "confirmed-addresses",
  async up(kysely, { date }) {
    await kysely.schema.alterTable("users").addColumn("address_refused_at", date).execute();
    await kysely.schema.alterTable("password_reset").addColumn("mailed_to", "text").execute();
    await kysely.schema
      .createTable("address_confirmation")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
  },
};
