import type { Migration } from "./migration.ts";

/**
 * People who were in the planning twice: the ids that they had, so that links made for them go on; and who is not the
 * same person, though of the same name. Of two accounts the one that signed in last is kept.
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
