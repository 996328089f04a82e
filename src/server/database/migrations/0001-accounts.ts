import { sql } from "kysely";
import type { ColumnTypes, Migration, SchemaConnection } from "./migration.ts";

/** The literal `false`: PostgreSQL has the type, SQLite stores 0. */
const NO = sql`false`;

async function createUsers(kysely: SchemaConnection, { date, truth }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) =>
      column
        .notNull()
        .unique()
        .check(sql`email = lower(email)`),
    )
    .addColumn("first_name", "text", (column) => column.notNull())
    .addColumn("last_name", "text", (column) => column.notNull())
    .addColumn("positions", "text", (column) => column.notNull())
    .addColumn("is_admin", truth, (column) => column.notNull().defaultTo(NO))
    .addColumn("created_at", date, (column) => column.notNull())
    .addColumn("updated_at", date, (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("image", "text")
    .addColumn("email_verified", truth, (column) => column.notNull().defaultTo(NO))
    .addColumn("is_built_in", truth, (column) => column.notNull().defaultTo(NO))
    .execute();
  // At most one built-in admin, even if two first sign-ins create the row at the same time.
  await sql`create unique index users_built_in on users (is_built_in) where is_built_in`.execute(kysely);
}

async function createSession(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("expires_at", date, (column) => column.notNull())
    .addColumn("created_at", date, (column) => column.notNull())
    .addColumn("updated_at", date, (column) => column.notNull())
    .addColumn("ip_address", "text")
    .addColumn("user_agent", "text")
    .execute();
  await kysely.schema.createIndex("session_user").on("session").column("user_id").execute();
  await kysely.schema.createIndex("session_expiry").on("session").column("expires_at").execute();
}

async function createAccount(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("account")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("password", "text")
    .addColumn("created_at", date, (column) => column.notNull())
    .addColumn("updated_at", date, (column) => column.notNull())
    .addColumn("access_token", "text")
    .addColumn("refresh_token", "text")
    .addColumn("id_token", "text")
    .addColumn("access_token_expires_at", date)
    .addColumn("refresh_token_expires_at", date)
    .addColumn("scope", "text")
    .addUniqueConstraint("account_user_provider", ["user_id", "provider_id"])
    .execute();
}

async function createVerification(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("verification")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expires_at", date, (column) => column.notNull())
    .addColumn("created_at", date, (column) => column.notNull())
    .addColumn("updated_at", date, (column) => column.notNull())
    .execute();
  await kysely.schema.createIndex("verification_identifier").on("verification").column("identifier").execute();
}

async function createRateLimit(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("rate_limit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("expires_at", date, (column) => column.notNull())
    .execute();
}

async function createAdminInvitation(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("admin_invitation")
    .addColumn("email", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", date, (column) => column.notNull())
    .execute();
}

/** Creates the tables of users, their passwords and sessions, and of rate limits. */
export const accounts: Migration = {
  name: "accounts",
  async up(kysely, types) {
    await createUsers(kysely, types);
    await createSession(kysely, types);
    await createAccount(kysely, types);
    await createVerification(kysely, types);
    await createRateLimit(kysely, types);
    await createAdminInvitation(kysely, types);
  },
};
