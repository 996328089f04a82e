import type { Migration } from "./migration.ts";

/** Mails from the moment that they are wanted to the moment that somebody else answers for them. */
export const mailQueue: Migration = {
  name: "mail-queue",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("mail_queue")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      // No reference: a mail to somebody who was deleted is dropped with a word in the log.
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("due_at", date, (column) => column.notNull())
      .addColumn("expires_at", date, (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex("mail_queue_due").on("mail_queue").column("due_at").execute();
  },
};
