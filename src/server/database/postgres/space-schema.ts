import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** The schema of a space is named after its slug, which may have hyphens: its name is quoted everywhere. */
export const SPACE_SCHEMA = "space_";
const DELETED_SCHEMA = "deleted_";
/** That of the register. No slug leads to it. */
export const REGISTER_SCHEMA = "spaces";

/** An arbitrary number, the same in every process of this product. */
const LOCK_NUMBER = 4_420_440;

/** At most 36 of the 63 characters of an identifier. */
export function spaceSchema(slug: string): string {
  return SPACE_SCHEMA + slug;
}

/** Where a deleted space waits. */
export function deletedSchema(slug: string): string {
  return DELETED_SCHEMA + slug;
}

/** In SQL: the schema of the space in which a statement runs; null outside. */
export const spaceSchemaNow: RawBuilder<string | null> = sql`
  (select own.name from (select current_schema()::text as name) own where starts_with(own.name, ${sql.lit(SPACE_SCHEMA)}))`;

/** Lets one process at a time change the tables of this connection's schema, until its transaction ends. */
export async function lockOwnSchema(kysely: QueryExecutorProvider): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(coalesce(hashtextextended(${spaceSchemaNow}, ${sql.lit(LOCK_NUMBER)}), ${sql.lit(LOCK_NUMBER)}))
  `.execute(kysely);
}

/** The same for the schema of a space, from outside. */
export async function lockSpaceSchema(kysely: QueryExecutorProvider, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${spaceSchema(slug)}, ${sql.lit(LOCK_NUMBER)}))`.execute(
    kysely,
  );
}
