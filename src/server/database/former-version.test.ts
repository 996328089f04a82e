import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { readEvents } from "../planning/events/read-events.ts";
import { readTrashedEvents } from "../planning/trash/read-trash.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import type { Database } from "./database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

/** Written by the version before events had an end, details and series: a database, and its backup. */
const FORMER = join(import.meta.dirname, "../../../test/support/server/former-versions");
const WRITTEN_AT = new Date("2026-11-22T20:00:00.000Z");
const MARIE = { userId: "d67a35bd-f462-4bba-9473-a6e987da17b4", userName: "Marie Petit", status: "present" };

async function expectAsBefore(database: Database): Promise<void> {
  const { row: events } = await readEvents(database, {});
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
    await mkdir(settings.dataDir, { recursive: true });
    const stored = gunzipSync(await readFile(join(FORMER, "schema-8.sqlite.gz")));
    await writeFile(join(settings.dataDir, "diapason.sqlite"), stored);
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
    await restoreBackup(database, join(FORMER, "schema-8.jsonl.gz"));
    await expectAsBefore(database);
  });
});
