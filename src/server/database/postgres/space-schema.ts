import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** A space's schema is named `space_SLUG`. Slugs may contain hyphens, so always quote the name in SQL. */
export const SPACE_SCHEMA = "space_";
const DELETED_SCHEMA = "deleted_";
/** The schema of the register. Without an underscore, so it is never the schema of a space. */
export const REGISTER_SCHEMA = "spaces";

/**
 * An arbitrary number, the same in every process. Without spaces it is the key of the advisory lock. The key of a space's
 * schema is a hash of the schema's name, with this number as seed.
 */
const LOCK_NUMBER = 4_420_440;

/** The schema of a space. It has at most 36 characters; PostgreSQL allows 63. */
export function spaceSchema(slug: string): string {
  return SPACE_SCHEMA + slug;
}

/** The schema in which a deleted space is kept. */
export function deletedSchema(slug: string): string {
  return DELETED_SCHEMA + slug;
}

/** An SQL expression: the current schema if it is that of a space, else null. */
export const currentSpaceSchema: RawBuilder<string | null> = sql`
  (select own.name from (select current_schema()::text as name) own where starts_with(own.name, ${sql.lit(SPACE_SCHEMA)}))`;

/** Locks this connection's schema until the transaction ends: only one process at a time may change its tables. */
export async function lockOwnSchema(kysely: QueryExecutorProvider): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(coalesce(hashtextextended(${currentSpaceSchema}, ${sql.lit(LOCK_NUMBER)}), ${sql.lit(LOCK_NUMBER)}))
  `.execute(kysely);
}

/** Takes the same lock as `lockOwnSchema`, for the schema of a space, on a connection to another schema. */
export async function lockSpaceSchema(kysely: QueryExecutorProvider, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${spaceSchema(slug)}, ${sql.lit(LOCK_NUMBER)}))`.execute(
    kysely,
  );
}
