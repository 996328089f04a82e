import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formerBackup, placeFormerPostgres, placeFormerSqlite } from "#test/support/server/former-release.ts";
import {
  ENGINES,
  newEmptyEnvironment,
  newEnvironment,
  removeData,
  settingsOf,
} from "#test/support/server/test-server.ts";
import { readEvents } from "../planning/events/read-events.ts";
import { readTrashedEvents } from "../planning/trash/read-trash.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import type { Database } from "./database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

/** The version before events had an end, details and series. */
const BEFORE_SERIES = 8;
/** The release before this one: a planning without jobs, notifications, passkeys and line-ups. */
const LAST_RELEASE = 12;
const WRITTEN_AT = new Date("2026-11-22T20:00:00.000Z");
const MARIE = { userId: "d67a35bd-f462-4bba-9473-a6e987da17b4", userName: "Marie Petit", status: "present" };

async function expectAsBefore(database: Database): Promise<void> {
  const { value: events } = await readEvents(database, {});
  expect(events).toEqual([
    {
      id: "cca4a133-24d4-4a65-8762-9744675b3975",
      groupId: "1",
      name: "Culte",
      date: "2050-12-04",
      time: "10:00",
      location: "Temple",
      availability: [
        { ...MARIE, position: "Voix" },
        { ...MARIE, position: "Lead" },
      ],
    },
    {
      id: "244e0ffd-dba5-4e59-ad30-107249bc352c",
      groupId: "1",
      name: "Veillée de Noël",
      date: "2050-12-24",
      time: "10:00",
      location: "Temple",
      availability: [],
    },
  ]);
  expect(await readTrashedEvents(database, WRITTEN_AT)).toMatchObject([{ name: "Culte", date: "2050-12-11" }]);
}

async function expectAsInLastRelease(database: Database): Promise<void> {
  const { value: events } = await readEvents(database, {});
  const marie = { userId: expect.any(String) as string, userName: "Marie Petit", status: "present" };
  expect(events).toEqual([
    {
      id: expect.any(String) as string,
      groupId: "1",
      name: "Culte",
      date: "2050-12-04",
      time: "10:00",
      endTime: "11:30",
      location: "Temple",
      details: "Sainte-Cène",
      availability: [
        { ...marie, position: "Voix" },
        { ...marie, position: "Lead" },
      ],
    },
  ]);
  expect(await readTrashedEvents(database, WRITTEN_AT)).toMatchObject([{ name: "Annulé", date: "2050-12-11" }]);
  const { kysely } = database;
  const absences = await kysely.selectFrom("absence").select(["from_date", "to_date"]).execute();
  expect(absences).toEqual([{ from_date: "2050-12-20", to_date: "2050-12-27" }]);
  expect(await kysely.selectFrom("schema_version").select("version").execute()).toHaveLength(MIGRATIONS.length);
}

describe("a planning that the version before wrote", () => {
  let environment: Record<string, string>;
  let database: Database | undefined;

  beforeEach(() => {
    database = undefined;
  });
  afterEach(async () => {
    await database?.close();
    await removeData(environment);
  });

  test("is read as it was, after its database was brought to today's schema", async () => {
    environment = await newEnvironment("sqlite");
    const settings = settingsOf(environment);
    await placeFormerSqlite(settings.dataDir, BEFORE_SERIES);
    database = await openDatabase(settings);
    await migrate(database);
    await expectAsBefore(database);
    const versions = await database.kysely.selectFrom("schema_version").select("version").execute();
    expect(versions).toHaveLength(MIGRATIONS.length);
  });

  test.each(ENGINES)("is read as it was, after its backup was restored on %s", async (engine) => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    await restoreBackup(database, formerBackup(BEFORE_SERIES));
    await expectAsBefore(database);
  });

  test.each(ENGINES)(
    "is read as it was, after the last release's database on %s was brought to today's",
    async (engine) => {
      environment = await newEmptyEnvironment(engine);
      const settings = settingsOf(environment);
      if (settings.databaseUrl === null) await placeFormerSqlite(settings.dataDir, LAST_RELEASE);
      else await placeFormerPostgres(settings.databaseUrl, LAST_RELEASE);
      database = await openDatabase(settings);
      await migrate(database);
      await expectAsInLastRelease(database);
    },
  );

  test.each(ENGINES)("is read as it was, after the last release's backup was restored on %s", async (engine) => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    await restoreBackup(database, formerBackup(LAST_RELEASE));
    await expectAsInLastRelease(database);
  });
});
