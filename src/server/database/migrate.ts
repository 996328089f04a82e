import type { Kysely } from "kysely";
import { databaseTooNew } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";
import type { Database, Engine } from "./database.ts";
import { accounts } from "./migrations/0001-accounts.ts";
import { passwordResets } from "./migrations/0002-password-resets.ts";
import { planning } from "./migrations/0003-planning.ts";
import { teamInvitation } from "./migrations/0004-team-invitation.ts";
import { mailQueue } from "./migrations/0005-mail-queue.ts";
import { adminActs } from "./migrations/0006-admin-acts.ts";
import { publications } from "./migrations/0007-publications.ts";
import { accessVersion } from "./migrations/0008-access-version.ts";
import { plannedOnce } from "./migrations/0009-planned-once.ts";
import { people } from "./migrations/0010-people.ts";
import { absences } from "./migrations/0011-absences.ts";
import { calendarFeeds } from "./migrations/0012-calendar-feeds.ts";
import { jobs } from "./migrations/0013-jobs.ts";
import { confirmedAddresses } from "./migrations/0014-confirmed-addresses.ts";
import { notifications } from "./migrations/0015-notifications.ts";
import { reminders } from "./migrations/0016-reminders.ts";
import { requests } from "./migrations/0017-requests.ts";
import { passkeys } from "./migrations/0018-passkeys.ts";
import { eventNews } from "./migrations/0019-event-news.ts";
import { lineUps } from "./migrations/0020-line-ups.ts";
import { places } from "./migrations/0021-places.ts";
import { newsOfNewEvents } from "./migrations/0022-news-of-new-events.ts";
import { wholePublications } from "./migrations/0023-whole-publications.ts";
import { services } from "./migrations/0024-services.ts";
import { leaders } from "./migrations/0025-leaders.ts";
import { messages } from "./migrations/0026-messages.ts";
import { addressChanges } from "./migrations/0027-address-changes.ts";
import { replies } from "./migrations/0028-replies.ts";
import { endsNextDay } from "./migrations/0029-ends-next-day.ts";
import { guardians } from "./migrations/0030-guardians.ts";
import { mergedPeople } from "./migrations/0031-merged-people.ts";
import { calendarsOfMergedPeople } from "./migrations/0032-calendars-of-merged-people.ts";
import { programmes } from "./migrations/0033-programmes.ts";
import { COLUMN_TYPES, type Migration } from "./migrations/migration.ts";
import { lockOwnSchema } from "./postgres/space-schema.ts";
import type { Tables } from "./schema.ts";

/** All migrations of a planning's database, oldest first. Append new ones, and never change one that was released. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  passwordResets,
  planning,
  teamInvitation,
  mailQueue,
  adminActs,
  publications,
  accessVersion,
  plannedOnce,
  people,
  absences,
  calendarFeeds,
  jobs,
  confirmedAddresses,
  notifications,
  reminders,
  requests,
  passkeys,
  eventNews,
  lineUps,
  places,
  newsOfNewEvents,
  wholePublications,
  services,
  leaders,
  messages,
  addressChanges,
  replies,
  endsNextDay,
  guardians,
  mergedPeople,
  calendarsOfMergedPeople,
  programmes,
];

async function readVersion(kysely: Kysely<Tables>, engine: Engine): Promise<number> {
  await kysely.schema
    .createTable("schema_version")
    .ifNotExists()
    .addColumn("version", "integer", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("applied_at", COLUMN_TYPES[engine].date, (column) => column.notNull())
    .execute();
  const row = await kysely
    .selectFrom("schema_version")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  return row?.version ?? 0;
}

/**
 * Runs the missing migrations in one transaction. Each start of a server or command calls it.
 * @throws StartError when the database was written by a newer version of the product
 */
export async function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const { engine } = database;
  await database.kysely.transaction().execute(async (transaction) => {
    // Only one process may migrate. On SQLite every write transaction locks the whole file anyway.
    if (engine === "postgres") await lockOwnSchema(transaction);
    const version = await readVersion(transaction, engine);
    if (version > migrations.length) throw new StartError(databaseTooNew(version, migrations.length));
    for (const [index, { name, up }] of migrations.entries()) {
      if (index < version) continue;
      await up(transaction, COLUMN_TYPES[engine], engine);
      const row = { version: index + 1, name, applied_at: new Date() };
      await transaction.insertInto("schema_version").values(row).execute();
    }
  });
}
