import * as fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { newEmptyEnvironment, removeData } from "#test/support/server/test-server.ts";
import type { Tables } from "../schema.ts";
import type { Database } from "../database.ts";
import { notifyProcesses } from "./schema-notices.ts";
import { connectSchemas, type PostgresSchemas } from "./postgres-schemas.ts";
import { spaceSchema } from "./space-schema.ts";

/** With hyphens, and one the beginning of another. */
const SLUGS = ["aaa", "aaa-b", "aaa-b-c", "select", "x1y", "le-groupe-de-la-rue-des-lilas-9", "zzz", "public"];

async function schemasForThisTest(poolSize = 2): Promise<PostgresSchemas> {
  const environment = await newEmptyEnvironment("postgres");
  onTestFinished(() => removeData(environment));
  const schemas = await connectSchemas(environment["DATABASE_URL"] ?? "", { isServer: true, poolSize });
  onTestFinished(schemas.close);
  return schemas;
}

async function makeSpaces({ databaseIn }: PostgresSchemas): Promise<Database[]> {
  const spaces = SLUGS.map((slug) => databaseIn(spaceSchema(slug)));
  for (const [index, { kysely }] of spaces.entries()) {
    await sql`create schema ${sql.id(spaceSchema(SLUGS[index] ?? ""))}`.execute(kysely);
    await sql`create table own (name text not null, number integer not null unique)`.execute(kysely);
    await sql`insert into own values (${SLUGS[index]}, 0)`.execute(kysely);
  }
  return spaces;
}

type Step = readonly [space: number, kind: (typeof KINDS)[number]];

const KINDS = [
  "read",
  "write",
  "transaction",
  "rolled back",
  "failed statement",
  "failed transaction",
  "cut off",
  "cut off in a transaction",
] as const;

/** The names in the table that a statement finds: only its own, whatever happened before. */
async function namesIn(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from own where number >= ${0}`.execute(kysely);
  return rows.map(({ name }) => name);
}

const FAILURE = new Error("on purpose");

test("a statement runs in the schema of its own space, whatever others do on the same connections", async () => {
  const schemas = await schemasForThisTest();
  const spaces = await makeSpaces(schemas);
  let number = 0;
  const written = SLUGS.map(() => 1);

  async function run([index, kind]: Step): Promise<void> {
    const [space, name] = [spaces[index], SLUGS[index]];
    if (space === undefined || name === undefined) throw new Error("no such space");
    const { kysely } = space;
    const insert = async (on: Kysely<Tables>) => {
      number += 1;
      await sql`insert into own values (${name}, ${number})`.execute(on);
    };
    const inTransaction = async (ending: (on: Kysely<Tables>) => unknown) =>
      kysely.transaction().execute(async (transaction) => {
        expect(await namesIn(transaction)).toEqual([name]);
        await insert(transaction);
        await ending(transaction);
        expect(await namesIn(transaction)).toEqual([name]);
      });
    const cutOff = (on: Kysely<Tables>) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(on);

    switch (kind) {
      case "read":
        expect(await namesIn(kysely)).toEqual([name]);
        break;
      case "write":
        await insert(kysely);
        written[index] = (written[index] ?? 0) + 1;
        break;
      case "transaction":
        await inTransaction(() => undefined);
        written[index] = (written[index] ?? 0) + 1;
        break;
      case "rolled back":
        await expect(inTransaction(() => Promise.reject(FAILURE))).rejects.toThrow(FAILURE);
        break;
      case "failed statement":
        await expect(sql`select * from missing where x = ${1}`.execute(kysely)).rejects.toThrow("missing");
        break;
      case "failed transaction":
        await expect(inTransaction((on) => sql`insert into own values ('x', 0)`.execute(on))).rejects.toThrow("unique");
        break;
      case "cut off":
        await expect(cutOff(kysely)).rejects.toThrow();
        break;
      case "cut off in a transaction":
        await expect(inTransaction(cutOff)).rejects.toThrow();
        break;
    }
  }

  const step = fc.tuple(fc.nat(SLUGS.length - 1), fc.constantFrom(...KINDS));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 16 }), { maxLength: 6 }), async (waves) => {
      for (const wave of waves) await Promise.all(wave.map(run));
      for (const [index, { kysely }] of spaces.entries()) {
        const { rows } = await sql<{ name: string; count: number }>`
          select name, count(*)::integer as count from own group by name`.execute(kysely);
        expect(rows).toEqual([{ name: SLUGS[index], count: written[index] }]);
      }
    }),
    { numRuns: 25 },
  );
});

test("the limits of one space are not those of another one on the same connection", async () => {
  const schemas = await schemasForThisTest(1);
  const [one, other] = ["one", "other"].map((name) => schemas.databaseIn(name));
  if (one === undefined || other === undefined) throw new Error("no databases");
  other.limitWaits();
  const settingsOf = async ({ kysely }: Database) =>
    (
      await sql<{ path: string; timeout: string }>`
        select current_setting('search_path') as path, current_setting('statement_timeout') as timeout`.execute(kysely)
    ).rows[0];
  for (let round = 0; round < 2; round += 1) {
    expect(await settingsOf(one)).toEqual({ path: '"one"', timeout: "1min" });
    expect(await settingsOf(other)).toEqual({ path: '"other"', timeout: "4500ms" });
  }
});

test("in a schema that is gone a statement fails, and reads no other one's table", async () => {
  const schemas = await schemasForThisTest(1);
  const [first, second] = await makeSpaces(schemas);
  if (first === undefined || second === undefined) throw new Error("no spaces");
  // What is in the database's own schema is no space's, either.
  await sql`create table public.own (name text, number integer)`.execute(second.kysely);
  await sql`alter schema ${sql.id(spaceSchema("aaa"))} rename to ${sql.id("deleted_aaa")}`.execute(second.kysely);
  await expect(namesIn(first.kysely)).rejects.toThrow('relation "own" does not exist');
  expect(await namesIn(second.kysely)).toEqual(["aaa-b"]);
});

test("a notice reaches the space that it is about, on one connection for all", async () => {
  const schemas = await schemasForThisTest();
  const spaces = await makeSpaces(schemas);
  const register = schemas.databaseIn("spaces");
  const received = new Map<string, (string | null)[]>();
  const heard = (name: string) => (payload: string | null) => {
    received.set(name, [...(received.get(name) ?? []), payload]);
  };
  const stops = spaces.map((space, index) => space.listen("news", heard(SLUGS[index] ?? "")));
  stops.push(register.listen("news", heard("register")));
  await expect.poll(() => received.size).toBe(SLUGS.length + 1);
  received.clear();
  for (const space of spaces.slice(0, 3)) await notifyProcesses(space, "news", "57 space_x");
  await notifyProcesses(register, "news", "@5");
  await expect.poll(() => received.get("register")).toEqual(["@5"]);
  const own = SLUGS.slice(0, 3).map((slug) => [slug, ["57 space_x"]]);
  expect([...received].filter(([name]) => name !== "register")).toEqual(own);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'diapason%'`.execute(register.kysely);
  // Of the pool two at most.
  expect(rows[0]?.count).toBeLessThanOrEqual(3);
  await Promise.all(stops.map((stop) => stop()));
});
