import type { Migration } from "./migration.ts";

/**
 * For merging two rows of one person. Adds the former ids of merged people, so that links with these ids still work; the
 * time of the latest sign-in, which decides which of two accounts is kept; and who is another person with the same name.
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
