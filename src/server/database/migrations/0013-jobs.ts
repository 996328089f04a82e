import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Adds a table of jobs, each due at a time. Queued mails become jobs. Also adds the number of mails sent on each day. */
export const jobs: Migration = {
  name: "jobs",
  async up(kysely, { date }) {
    await kysely.schema
      .createTable("job")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("payload", "text")
      .addColumn("sealed", "text")
      .addColumn("due_at", date, (column) => column.notNull())
      .addColumn("claimed_at", date)
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("last_error", "text")
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("expires_at", date, (column) => column.notNull())
      .addUniqueConstraint("job_kind_subject", ["kind", "subject"])
      .execute();
    await kysely.schema.createIndex("job_kind_due").on("job").columns(["kind", "due_at"]).execute();
    // Keeps the newest mail of each kind and person, because only its link is valid.
    await sql`
      insert into job (id, kind, subject, sealed, due_at, tries, created_at, expires_at)
      select id, 'mail', kind || ':' || user_id, sealed, due_at, attempts, created_at, expires_at from mail_queue
      where not exists (
        select 1 from mail_queue as newer
        where newer.kind = mail_queue.kind and newer.user_id = mail_queue.user_id
          and (newer.created_at > mail_queue.created_at
            or (newer.created_at = mail_queue.created_at and newer.id > mail_queue.id)))`.execute(kysely);
    await kysely.schema.dropTable("mail_queue").execute();
    await kysely.schema
      .createTable("mail_tally")
      .addColumn("day", "text", (column) => column.primaryKey())
      .addColumn("sent", "integer", (column) => column.notNull())
      .execute();
  },
};
