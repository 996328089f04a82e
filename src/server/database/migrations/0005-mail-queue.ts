import type { Migration } from "./migration.ts";

/** Adds the queue of mails that no mail server has accepted yet. Migration 13 replaces it by the table of jobs. */
export const mailQueue: Migration = {
  name: "mail-queue",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("mail_queue")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      // No foreign key, so that the mail of a deleted user stays until it is due. It is then dropped, and logged.
      .addColumn("user_id", "text", (column) => column.notNull())
      // The recipient and content, encrypted.
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("due_at", date, (column) => column.notNull())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("mail_queue_due").on("mail_queue").column("due_at").execute();
  },
};
