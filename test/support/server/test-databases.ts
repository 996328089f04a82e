import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createPostgresDatabase, MIGRATED } from "../postgres/postgres-database.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { memoryFolder } from "../process/memory-folder.ts";
import { writeMigratedFolder } from "../sqlite/migrated-folder.ts";

/** No data outlives the run, so writes need not wait for the disk, and no vacuum is needed. */
const SETTINGS = ["fsync=off", "autovacuum=off", "max_wal_size=128MB"];

/**
 * Global set-up: prepares a template database for each engine, and starts one real PostgreSQL server for the whole run.
 * Its files are in memory if possible, because each test server gets its own database there: a copy of the template, 8 MB
 * in 300 files, which takes a fifth of the time in memory.
 */
export default async function provideDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(memoryFolder(), "diapason-migrated-"));
  await writeMigratedFolder(folder, { openDatabase, migrate });
  project.provide("migratedFolder", folder);
  const postgres = await startPostgres(SETTINGS, memoryFolder());
  const databaseUrl = await createPostgresDatabase(postgres.url, MIGRATED);
  const database = await openDatabase({ databaseUrl, dataDir: "" });
  await migrate(database);
  await database.close();
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.remove();
    await rm(folder, { recursive: true });
  };
}
