import { sql } from "kysely";
import type { ColumnTypes, Migration, SchemaConnection } from "./migration.ts";

/** A single row: whether the planning is shared, and the position of its latest change. Each write locks it. */
async function createState(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("planning_state")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("shared_at", date)
    .addColumn("publication_hash", "text")
    .addColumn("publication_receipt", "text")
    .addColumn("position", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into planning_state (id, position) values (1, 0)`.execute(kysely);
}

async function createGroups(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("planning_group")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("combinable_pairs", "text")
    .addColumn("deleted_at", date)
    .addColumn("deleted_by", "text")
    .execute();
  await kysely.schema
    .createTable("group_member")
    .addColumn("group_id", "text", (column) => column.notNull().references("planning_group.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("joined_at", date, (column) => column.notNull())
    .addPrimaryKeyConstraint("group_member_key", ["group_id", "user_id"])
    .execute();
  await kysely.schema.createIndex("group_member_user").on("group_member").column("user_id").execute();
}

async function createEvents(kysely: SchemaConnection, { date, plainText }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("planning_event")
    .addColumn("id", plainText, (column) => column.primaryKey())
    .addColumn("group_id", "text", (column) => column.notNull().references("planning_group.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("date", "text", (column) => column.notNull())
    .addColumn("time", "text", (column) => column.notNull())
    .addColumn("location", "text", (column) => column.notNull())
    .addColumn("deleted_at", date)
    .addColumn("deleted_by", "text")
    .execute();
  await sql`create index planning_event_trash on planning_event (deleted_at) where deleted_at is not null`.execute(
    kysely,
  );
  // For queries by date, in one group and in all groups. These indexes contain no deleted events.
  await sql`create index planning_event_group on planning_event (group_id, date, time, id) where deleted_at is null`.execute(
    kysely,
  );
  await sql`create index planning_event_date on planning_event (date, time, id) where deleted_at is null`.execute(
    kysely,
  );
}

async function createAvailability(kysely: SchemaConnection, { date, plainText }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("availability")
    // With the collation of `planning_event.id`. Otherwise the index could not be used to order by event.
    .addColumn("event_id", plainText, (column) => column.notNull().references("planning_event.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("status", "text")
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("positions", "text", (column) => column.notNull())
    .addColumn("answered_at", date, (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("rank", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("availability_key", ["event_id", "user_id"])
    .execute();
  await kysely.schema.createIndex("availability_user").on("availability").column("user_id").execute();
}

async function createChangeLog(kysely: SchemaConnection, { date }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("planning_change")
    .addColumn("position", "integer", (column) => column.primaryKey())
    .addColumn("change", "text")
    .addColumn("group_id", "text")
    .addColumn("user_id", "text")
    .addColumn("accepted_at", date, (column) => column.notNull())
    .execute();
  await sql`create index planning_change_user on planning_change (user_id) where user_id is not null`.execute(kysely);
}

/** Creates the tables of the team's planning: groups, events, answers, and the log of changes. */
export const planning: Migration = {
  name: "planning",
  async up(kysely, types) {
    await createState(kysely, types);
    await createGroups(kysely, types);
    await createEvents(kysely, types);
    await createAvailability(kysely, types);
    await createChangeLog(kysely, types);
  },
};
