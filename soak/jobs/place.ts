import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import type { Database, Engine } from "../../src/server/database/database.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";

/** Where a server that is killed again and again keeps its data. */
export interface Place {
  /** The settings that make it the server's. */
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the database while no server runs. */
  readonly withDatabase: <Result>(act: (database: Database) => Promise<Result>) => Promise<Result>;
  readonly remove: () => Promise<void>;
}

export async function createPlace(engine: Engine): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "diapason-jobs-"));
  const postgres = engine === "postgres" ? await startPostgres() : null;
  const databaseUrl = postgres === null ? null : `${postgres.url}/postgres`;
  return {
    settings: { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) },
    async withDatabase(act) {
      const database = await openDatabase({ dataDir, databaseUrl });
      try {
        await migrate(database);
        return await act(database);
      } finally {
        await database.close();
      }
    },
    async remove() {
      await postgres?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds people with confirmed addresses; returns their ids. */
export async function addPeople({ kysely }: Database, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `person-${index}`);
  const now = new Date();
  const names = { first_name: "A", last_name: "B", name: "A B", positions: "[]", image: null };
  const rows = ids.map((id) => ({
    ...names,
    id,
    email: addressOf(id),
    email_verified: true,
    is_admin: false,
    created_at: now,
    updated_at: now,
  }));
  await kysely.insertInto("users").values(rows).execute();
  return ids;
}

export function addressOf(id: string): string {
  return `${id}@example.org`;
}

/** The ids of all jobs. */
export async function readIds({ kysely }: Database): Promise<readonly string[]> {
  return (await kysely.selectFrom("job").select("id").execute()).map(({ id }) => id);
}
