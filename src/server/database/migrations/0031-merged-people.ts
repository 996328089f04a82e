import type { Migration } from "./migration.ts";

/**
 * The former ids of people who were in the planning twice, so that links made for these ids still work; and who is a
 * different person with the same name. Of two accounts, the one that signed in last is kept.
 */
export const mergedPeople: Migration = {
  name: "merged-people",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("former_person")
      .addColumn("former_id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .execute();
    await kysely.schema.createIndex("former_person_user").on("former_person").column("user_id").execute();
    await kysely.schema.alterTable("users").addColumn("signed_in_at", date).execute();
    await kysely.schema
      .alterTable("users")
      .addColumn("different_from", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
