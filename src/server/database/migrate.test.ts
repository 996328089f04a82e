import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuthLibrary } from "../auth/auth-library.ts";
import { ENGINES, newEnvironment, removeData, settingsOf } from "../test-server.ts";
import type { Database } from "./database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";
import { openDatabase } from "./open-database.ts";

async function versions({ kysely }: Database): Promise<number[]> {
  const rows = await kysely.selectFrom("schema_version").select("version").orderBy("version").execute();
  return rows.map(({ version }) => version);
}

describe.each(ENGINES)("migrations on %s", (engine) => {
  let environment: Record<string, string>;
  const opened: Database[] = [];

  beforeEach(async () => {
    environment = await newEnvironment(engine);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await removeData(environment);
  });

  async function open(): Promise<Database> {
    const database = await openDatabase(settingsOf(environment));
    opened.push(database);
    return database;
  }

  test("are applied once, in order", async () => {
    const database = await open();
    await migrate(database);
    await migrate(database);
    expect(await versions(database)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("make every table and column that the auth library writes", async () => {
    const database = await open();
    await migrate(database);
    const checkSchema = async () => {
      const library = createAuthLibrary({ database, secret: "x".repeat(40), baseUrl: "http://localhost" });
      const { explicitSchemaCheck } = await library.$context;
      if (explicitSchemaCheck === undefined) throw new Error("the library cannot check");
      await explicitSchemaCheck();
    };
    await checkSchema();
    await database.kysely.schema.alterTable("session").dropColumn("ip_address").execute();
    await expect(checkSchema()).rejects.toThrow(/ip_address/);
  });

  test("make a table of users with the columns of the specification", async () => {
    const database = await open();
    await migrate(database);
    const tables = await database.kysely.introspection.getTables();
    const columns = tables.find(({ name }) => name === "users")?.columns.map(({ name }) => name);
    expect(columns).toEqual(
      expect.arrayContaining(["id", "email", "first_name", "last_name", "positions", "is_admin", "created_at"]),
    );
  });

  test("of a newer program are refused in one line, and nothing is changed", async () => {
    const database = await open();
    await migrate(database);
    const newer = MIGRATIONS.length + 1;
    const row = { version: newer, name: "future", applied_at: new Date() };
    await database.kysely.insertInto("schema_version").values(row).execute();
    await expect(migrate(database)).rejects.toThrow(
      `The database is of version ${newer}, newer than this program (${MIGRATIONS.length}): update Diapason`,
    );
    expect(await versions(database)).toEqual([...MIGRATIONS.map((_, index) => index + 1), newer]);
  });

  test("leave nothing behind when a later one fails", async () => {
    const database = await open();
    const failing: Migration = {
      name: "failing",
      async up(kysely) {
        await kysely.schema.createTable("half").addColumn("id", "text").execute();
        await sql`select * from no_such_table`.execute(kysely);
      },
    };
    await expect(migrate(database, [...MIGRATIONS, failing])).rejects.toThrow("no_such_table");
    const tables = await database.kysely.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual([]);
    await migrate(database);
    expect(await versions(database)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("keep e-mails in lower case, one each", async () => {
    const database = await open();
    await migrate(database);
    const now = new Date();
    const row = { first_name: "A", last_name: "B", name: "A B", positions: "[]", created_at: now, updated_at: now };
    const insert = (id: string, email: string) =>
      database.kysely
        .insertInto("users")
        .values({ ...row, id, email, is_admin: false, image: null })
        .execute();
    await insert("1", "a@example.org");
    await expect(insert("2", "A@example.org")).rejects.toThrow(/check/i);
    const refused = await insert("3", "a@example.org").catch((error: unknown) => error);
    expect(database.isUniqueViolation(refused)).toBe(true);
  });
});

test("SQLite's files are their owner's alone, synced in full, with foreign keys", async () => {
  const environment = await newEnvironment("sqlite");
  const database = await openDatabase(settingsOf(environment));
  await migrate(database);
  const dataDir = environment["DATA_DIR"] ?? "";
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  for (const name of ["diapason.sqlite", "diapason.sqlite-wal", "diapason.sqlite-shm"]) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  }
  const pragma = async (name: string) => (await sql`pragma ${sql.raw(name)}`.execute(database.kysely)).rows[0];
  expect(await pragma("journal_mode")).toEqual({ journal_mode: "wal" });
  expect(await pragma("synchronous")).toEqual({ synchronous: 2 });
  expect(await pragma("foreign_keys")).toEqual({ foreign_keys: 1 });
  await database.close();
  await removeData(environment);
});
