import { open, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { newEnvironment, removeData } from "#test/support/server/test-server.ts";
import { migrate } from "../migrate.ts";
import { sqlitePath } from "./sqlite-path.ts";
import { openSqlite } from "./sqlite.ts";

const PAGE_BYTES = 4096;

/** A file of which one page of a table was overwritten. */
async function damagedFile(): Promise<string> {
  const environment = await newEnvironment("sqlite");
  onTestFinished(() => removeData(environment));
  const dataDir = environment["DATA_DIR"] ?? "";
  const database = await openSqlite(dataDir);
  await migrate(database);
  const { rows } = await sql<{ page: number }>`
    select rootpage as page from sqlite_schema where name = 'schema_version'`.execute(database.kysely);
  await database.close();
  const file = await open(sqlitePath(dataDir), "r+");
  await file.write(Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, ((rows[0]?.page ?? 1) - 1) * PAGE_BYTES);
  await file.close();
  return dataDir;
}

test("a trusted file that a killed server left is read as a whole before it is used", async () => {
  const dataDir = await damagedFile();
  await writeFile(`${sqlitePath(dataDir)}-wal`, "");
  await expect(openSqlite(dataDir, { isTrusted: true })).rejects.toThrow(/schema_version|page/);
});

test("one that was closed in order is opened without reading all of it, and its damage shows where it is met", async () => {
  const dataDir = await damagedFile();
  const database = await openSqlite(dataDir, { isTrusted: true });
  onTestFinished(database.close);
  await sql`select * from users`.execute(database.kysely);
  await expect(sql`select * from schema_version`.execute(database.kysely)).rejects.toThrow("malformed");
});
