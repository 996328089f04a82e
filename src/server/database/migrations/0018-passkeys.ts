import type { Migration } from "./migration.ts";

/** Adds tables of passkeys (sign-in without a password), and of the challenges that were answered by one. */
export const passkeys: Migration = {
  name: "passkeys",
  async up(kysely, { date, truth }) {
    await kysely.schema
      .createTable("passkey")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("credential_id", "text", (column) => column.notNull().unique())
      .addColumn("public_key", "text", (column) => column.notNull())
      // An unsigned 32-bit counter does not fit into an integer, and PostgreSQL's driver returns a bigint as text.
      .addColumn("counter", "double precision", (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("is_synced", truth, (column) => column.notNull())
      .addColumn("user_agent", "text", (column) => column.notNull())
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("last_used_at", date)
      .execute();
    await kysely.schema.createIndex("passkey_user").on("passkey").column("user_id").execute();
    await kysely.schema
      .createTable("used_challenge")
      .addColumn("challenge_hash", "text", (column) => column.primaryKey())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
  },
};
