import type { Migration } from "./migration.ts";

/** Adds a table of the team's own services, and of the built-in services that it hid. */
export const services: Migration = {
  name: "services",
  async up({ schema }, { truth, plainText }) {
    await schema
      .createTable("service")
      .addColumn("id", plainText, (column) => column.primaryKey().notNull())
      .addColumn("name", plainText, (column) => column.notNull().unique())
      .addColumn("is_offered", truth, (column) => column.notNull())
      .addColumn("place", "integer", (column) => column.notNull())
      .addColumn("former_names", "text", (column) => column.notNull())
      .execute();
  },
};
