import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";

/** Databases and backups that former versions of the product wrote. */
const FOLDER = join(import.meta.dirname, "former-versions");

/** The path of a backup that the version with this schema number wrote. */
export function formerBackup(schema: number): string {
  return join(FOLDER, `schema-${schema}.jsonl.gz`);
}

/** Puts the SQLite file of a former version into an empty data folder. */
export async function placeFormerSqlite(dataDir: string, schema: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const stored = gunzipSync(await readFile(join(FOLDER, `schema-${schema}.sqlite.gz`)));
  await writeFile(join(dataDir, "diapason.sqlite"), stored, { mode: 0o600 });
}

/** Runs in an empty PostgreSQL database every statement with which a former version created and filled its own. */
export async function placeFormerPostgres(databaseUrl: string, schema: number): Promise<void> {
  const lines = gunzipSync(await readFile(join(FOLDER, `schema-${schema}.postgres.jsonl.gz`)))
    .toString("utf8")
    .trim()
    .split("\n");
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("begin");
    for (const line of lines) {
      const [statement, parameters] = JSON.parse(line) as [string, unknown[]];
      await client.query(statement, parameters);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}
