import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Adds where replies to messages go: to an address of the group, or to the admin who asks a person. */
export const replies: Migration = {
  name: "replies",
  async up({ schema }, { truth }) {
    await schema.alterTable("planning_group").addColumn("reply_address", "text").execute();
    await schema
      .alterTable("users")
      .addColumn("takes_replies", truth, (column) => column.notNull().defaultTo(sql`false`))
      .execute();
  },
};
