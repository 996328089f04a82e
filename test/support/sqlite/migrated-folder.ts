import { copyFile, mkdir } from "node:fs/promises";
import type { Database } from "#server/database/database.ts";
import { sqlitePath } from "#server/database/sqlite/sqlite-path.ts";

/** The product's functions that create a database. Passed in, because some callers have them only from a build. */
interface Product {
  readonly openDatabase: (settings: { databaseUrl: null; dataDir: string }) => Promise<Database>;
  readonly migrate: (database: Database) => Promise<void>;
}

/**
 * Writes the template of test databases: an SQLite file with the newest schema, and only the rows that migrations write.
 * Creating the tables anew would take two thirds of a test server's start.
 */
export async function writeMigratedFolder(dataDir: string, { openDatabase, migrate }: Product): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  await database.close();
}

/** Starts a data folder, which must exist, with a copy of the template in `migratedFolder`. */
export function copyMigratedFile(migratedFolder: string, dataDir: string): Promise<void> {
  return copyFile(sqlitePath(migratedFolder), sqlitePath(dataDir));
}
