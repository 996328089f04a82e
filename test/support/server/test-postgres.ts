import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { createPostgresDatabase, MIGRATED } from "../postgres/postgres-database.ts";

/** No data outlives the run, so writes need not wait for the disk, and no vacuum is needed. */
const SETTINGS = ["fsync=off", "autovacuum=off"];

/** Starts one real PostgreSQL server for the whole run. Each test server gets its own database in it. */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(SETTINGS);
  const databaseUrl = await createPostgresDatabase(postgres.url, MIGRATED);
  const database = await openDatabase({ databaseUrl, dataDir: "" });
  await migrate(database);
  await database.close();
  project.provide("postgresUrl", postgres.url);
  return postgres.remove;
}
