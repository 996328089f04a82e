import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENGINES, newEmptyEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "./database.ts";
import { EVENT_COLUMN_NAMES } from "./event-columns.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { wholePublications } from "./migrations/0023-whole-publications.ts";
import type { Migration } from "./migrations/migration.ts";
import { openDatabase } from "./open-database.ts";

const NOW = "2026-11-22T20:00:00.000Z";

async function versions({ kysely }: Database): Promise<number[]> {
  const rows = await kysely.selectFrom("schema_version").select("version").orderBy("version").execute();
  return rows.map(({ version }) => version);
}

/** The sorted column names of each table, by the types in `schema.ts`. */
function typedColumns(): Record<string, string[]> {
  const code = readFileSync(join(import.meta.dirname, "schema.ts"), "utf8");
  const tables = code.matchAll(/^ {2}(\w+): (EventRow & )?\{$(.*?)^ {2}\};$/gms);
  return Object.fromEntries(
    Array.from(tables, ([, table = "", base, body = ""]) => {
      const own = Array.from(body.matchAll(/^ {4}(\w+): /gm), ([, column = ""]) => column);
      return [table, [...(base === undefined ? [] : EVENT_COLUMN_NAMES), ...own].toSorted()];
    }),
  );
}

describe.each(ENGINES)("migrations on %s", (engine) => {
  let environment: Record<string, string>;
  const opened: Database[] = [];

  beforeEach(async () => {
    environment = await newEmptyEnvironment(engine);
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

  test("make the tables and columns of schema.ts, and no others", async () => {
    const database = await open();
    await migrate(database);
    const tables = await database.kysely.introspection.getTables();
    const made = tables.map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()] as const);
    expect(typedColumns()["planning_event"]).toContain("location");
    expect(Object.fromEntries(made)).toEqual(typedColumns());
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
      `La base de données est de la version ${newer}, plus récente que ce programme (${MIGRATIONS.length})\u00a0: mettez Diapason à jour, ou restaurez une sauvegarde dans une base vide`,
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

  test("delete what an unfinished publication left hidden, and nothing else", async () => {
    const database = await open();
    const { kysely } = database;
    await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(wholePublications)));
    await sql`insert into users (id, email, first_name, last_name, name, positions, is_admin, email_verified, created_at, updated_at)
      values ('marie', null, 'Marie', 'Petit', 'Marie Petit', '[]', ${false}, ${false}, ${NOW}, ${NOW})`.execute(
      kysely,
    );
    await sql`update planning_state set publishing = 2, last_publication = 2`.execute(kysely);
    for (const [id, publication] of [
      ["here", null],
      ["shown", 1],
      ["hidden", 2],
    ] as const) {
      await sql`insert into planning_group (id, name, place, publication) values (${id}, 'A', 1, ${publication})`.execute(
        kysely,
      );
      await sql`insert into planning_event (id, group_id, name, date, time, location, publication)
        values (${id}, ${id}, 'A', '2050-12-24', '20:30', 'A', ${publication})`.execute(kysely);
      await sql`insert into availability (event_id, user_id, status, user_name, positions, answered_at, place, rank, publication)
        values (${id}, 'marie', 'present', 'A', '[]', ${NOW}, 1, 0, ${publication})`.execute(kysely);
    }
    await sql`update availability set publication = 2 where event_id = 'here'`.execute(kysely);
    await migrate(database);
    for (const [table, column] of [
      ["planning_group", "id"],
      ["planning_event", "id"],
      ["availability", "event_id"],
    ] as const) {
      const { rows } = await sql<{
        id: string;
      }>`select ${sql.ref(column)} as id from ${sql.table(table)} order by 1`.execute(kysely);
      expect(rows.map(({ id }) => id)).toEqual(table === "availability" ? ["shown"] : ["here", "shown"]);
    }
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
  const environment = await newEmptyEnvironment("sqlite");
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
