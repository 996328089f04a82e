import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** Prefix of a space's schema, which is named after its slug. Slugs may have hyphens, so always quote the name. */
export const SPACE_SCHEMA = "space_";
const DELETED_SCHEMA = "deleted_";
/** The schema of the register. No space's schema has this name. */
export const REGISTER_SCHEMA = "spaces";

/** An arbitrary number, the same in every process of this product. */
const LOCK_NUMBER = 4_420_440;

/** At most 36 of the 63 characters of an identifier. */
export function spaceSchema(slug: string): string {
  return SPACE_SCHEMA + slug;
}

/** The schema in which a deleted space is kept. */
export function deletedSchema(slug: string): string {
  return DELETED_SCHEMA + slug;
}

/** An SQL expression: the schema of the space in which a statement runs; null outside of spaces. */
export const spaceSchemaNow: RawBuilder<string | null> = sql`
  (select own.name from (select current_schema()::text as name) own where starts_with(own.name, ${sql.lit(SPACE_SCHEMA)}))`;

/** Lets one process at a time change the tables of this connection's schema, until its transaction ends. */
export async function lockOwnSchema(kysely: QueryExecutorProvider): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(coalesce(hashtextextended(${spaceSchemaNow}, ${sql.lit(LOCK_NUMBER)}), ${sql.lit(LOCK_NUMBER)}))
  `.execute(kysely);
}

/** Takes the lock of `lockOwnSchema` for the schema of a space, on a connection to another schema. */
export async function lockSpaceSchema(kysely: QueryExecutorProvider, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${spaceSchema(slug)}, ${sql.lit(LOCK_NUMBER)}))`.execute(
    kysely,
  );
}
