import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { MERGED_COLUMNS } from "./write-merged-columns.ts";

/** The columns of text that name nobody, by table. */
const NOBODY: Readonly<Record<string, string>> = {
  absence: "id from_date to_date",
  access_version: "version",
  account: "id provider_id password access_token refresh_token id_token scope",
  address_change: "token_hash email",
  address_confirmation: "email token_hash",
  admin_invitation: "email token_hash",
  asking_order: "event_id goal state",
  availability: "event_id status user_name positions comment",
  calendar_feed: "nonce",
  event_news: "event_id group_id name date time end_time ends_next_day location",
  event_request: "event_id unreachable",
  group_member: "group_id",
  job: "id kind sealed last_error",
  mail_tally: "day",
  message: "id event_id group_id topic outcome",
  notification_wish: "topic",
  passkey: "id credential_id public_key transports user_agent",
  password_reset: "token_hash mailed_to",
  person_invitation: "nonce token_hash",
  planning_change: "group_id",
  planning_event:
    "id group_id name date time location end_time ends_next_day details series_id required_roles programme",
  planning_group: "id name combinable_pairs required_roles reply_address",
  planning_state: "publication_hash publication_receipt",
  push_subscription: "id session_id endpoint p256dh auth topics user_agent",
  rate_limit: "key",
  schema_version: "name",
  service: "id name former_names",
  session: "id token ip_address user_agent",
  team_invitation: "nonce",
  told_place: "event_id roles",
  used_challenge: "challenge_hash",
  users: "email first_name last_name positions name image",
  verification: "id identifier value",
};

const HANDLED = new Set(
  Object.entries(MERGED_COLUMNS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  ),
);

const ADVICE =
  "say in MERGED_COLUMNS (users/merging/write-merged-columns.ts) what becomes of it when two rows of one person are merged, or name it here among those that name nobody";

describe.each(ENGINES)("two rows of one person on %s", (engine) => {
  const server = serverForAllTests(engine);

  test("every column of text that names a person is handled when they are merged, and no other one", async () => {
    const { kysely } = server.database;
    const tables = await kysely.introspection.getTables();
    // Dates are text on SQLite: their names say it on both.
    const stored = tables.flatMap(({ name, columns }) =>
      columns
        .filter(({ dataType }) => dataType.toLowerCase() === "text")
        .filter((column) => !/_(?:at|until)$/.test(column.name))
        .map((column) => `${name}.${column.name}`),
    );
    const others = Object.entries(NOBODY).flatMap(([table, columns]) =>
      columns.split(" ").map((column) => `${table}.${column}`),
    );
    const known = new Set([...HANDLED, ...others]);
    expect(
      stored.filter((column) => !known.has(column)),
      ADVICE,
    ).toEqual([]);
    expect(
      [...known].filter((column) => !stored.includes(column)),
      "these columns are gone",
    ).toEqual([]);
    expect(others.filter((column) => HANDLED.has(column))).toEqual([]);
  });

  test("every column that references a person's row is among them", async () => {
    const { kysely } = server.database;
    const references =
      engine === "sqlite"
        ? sql<{ column: string }>`select tables.name || '.' || keys."from" as "column" from sqlite_master as tables
            join pragma_foreign_key_list(tables.name) as keys where tables.type = 'table' and keys."table" = 'users'`
        : sql<{ column: string }>`select conrelid::regclass::text || '.' || attname as "column" from pg_constraint
            join pg_attribute on attrelid = conrelid and attnum = any(conkey)
            where contype = 'f' and confrelid = 'users'::regclass`;
    const { rows } = await references.execute(kysely);
    expect(rows.length).toBeGreaterThan(10);
    expect(
      rows.map(({ column }) => column).filter((column) => !HANDLED.has(column)),
      ADVICE,
    ).toEqual([]);
  });
});
