import type { Migration } from "./migration.ts";

/** Adds a table of password reset links: one for each user, stored as a hash, deleted with the user. */
export const passwordResets: Migration = {
  name: "password-resets",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("password_reset")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
  },
};
