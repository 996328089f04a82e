import type { Migration } from "./migration.ts";

/** Adds a table of the links that change a user's address, or restore the former one. */
export const addressChanges: Migration = {
  name: "address-changes",
  async up({ schema }, { date, truth }) {
    await schema
      .createTable("address_change")
      .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("is_return", truth, (column) => column.notNull())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
    await schema.createIndex("address_change_user").on("address_change").column("user_id").execute();
    await schema.createIndex("address_change_email").on("address_change").column("email").execute();
  },
};
