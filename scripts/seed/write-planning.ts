import { sql } from "kysely";
import { weekday, addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import { fullName } from "#domain/people/people.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { hashPassword, PASSWORD_PROVIDER } from "#server/auth/passwords/passwords.ts";
import type { Database, Queryable } from "#server/database/database.ts";
import { EVENT_COLUMN_TYPES, eventRowOf } from "#server/database/event-columns.ts";
import { jsonRows } from "#server/database/json-rows.ts";
import { StartError } from "#server/errors.ts";
import {
  groupId,
  inventAnswers,
  inventEvent,
  inventGroupName,
  type InventedPerson,
  inventPerson,
  type SeedSizes,
} from "./invented-planning.ts";

/** The password of every user of a seeded planning. */
export const SEED_PASSWORD = "diapason";
/** Sunday's number in `weekday`. */
const SUNDAY = 6;
/** Rows per statement. */
const ROWS_AT_ONCE = 2_000;
/** Events per transaction. Their answers are about fifteen times as many rows. */
const EVENTS_AT_ONCE = 500;

export interface SeedRun {
  readonly sizes: SeedSizes;
  readonly now: Date;
  /** A day of the week that counts as the present one. */
  readonly today: PlainDate;
  /** @param done a share, from 0 to 1 */
  readonly onProgress: (done: number) => void;
}

type Cell = string | number | null;

/** Inserts rows into one table with few statements. @param constants columns with the same value in every row */
async function insertRows(
  { kysely, engine }: Queryable,
  table: string,
  columns: Readonly<Record<string, "text" | "integer">>,
  rows: readonly Readonly<Record<string, Cell>>[],
  constants: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const varying = Object.keys(columns).map((name) => sql.ref(name));
  const names = sql.join([...varying, ...Object.keys(constants).map((name) => sql.ref(name))]);
  const values = sql.join([...varying, ...Object.values(constants).map((value) => sql`${value}`)]);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const source = jsonRows(engine, columns, rows.slice(start, start + ROWS_AT_ONCE));
    await sql`insert into ${sql.ref(table)} (${names}) select ${values} from ${source} as given`.execute(kysely);
  }
}

/** @throws StartError when the database has users or a planning, which the seed must not overwrite */
async function requireEmpty({ kysely }: Queryable): Promise<void> {
  const ownGroups = SEED_GROUPS.map(({ id }) => id);
  const [event, person, group] = await Promise.all([
    kysely.selectFrom("planning_event").select("id").limit(1).executeTakeFirst(),
    kysely.selectFrom("users").select("id").where("is_built_in", "=", false).limit(1).executeTakeFirst(),
    kysely.selectFrom("planning_group").select("id").where("id", "not in", ownGroups).limit(1).executeTakeFirst(),
  ]);
  if (event ?? person ?? group) {
    throw new StartError("This database has people or a planning already: seed a new one (DATA_DIR or DATABASE_URL).");
  }
}

async function writePeople(database: Queryable, people: readonly InventedPerson[], now: Date): Promise<void> {
  // One hash for all, because thousands would take minutes. The password is not secret anyway.
  const password = await hashPassword(SEED_PASSWORD);
  const columns = {
    id: "text",
    email: "text",
    first_name: "text",
    last_name: "text",
    name: "text",
    positions: "text",
  } as const;
  const dates = { created_at: now, updated_at: now };
  for (const isAdmin of [true, false]) {
    const rows = people
      .filter((person) => person.isAdmin === isAdmin)
      .map((person) => ({
        id: person.id,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        name: fullName(person),
        positions: JSON.stringify(person.positions),
      }));
    await insertRows(database, "users", columns, rows, { is_admin: isAdmin, ...dates });
  }
  const accounts = people.map(({ id }) => ({ id, user_id: id, account_id: id }));
  const account = { provider_id: PASSWORD_PROVIDER, password, ...dates };
  await insertRows(database, "account", { id: "text", user_id: "text", account_id: "text" }, accounts, account);
}

async function writeGroups(database: Queryable, people: readonly InventedPerson[], run: SeedRun): Promise<void> {
  const { sizes, now } = run;
  await database.kysely.deleteFrom("planning_group").execute();
  const groups = Array.from({ length: sizes.groups }, (_, group) => group);
  const rows = groups.map((group) => ({ id: groupId(group), name: inventGroupName(group), place: group }));
  await insertRows(database, "planning_group", { id: "text", name: "text", place: "integer" }, rows);
  const members = people.flatMap(({ id, groups: own }) =>
    own.map((group) => ({ group_id: groupId(group), user_id: id })),
  );
  await insertRows(database, "group_member", { group_id: "text", user_id: "text" }, members, { joined_at: now });
}

const ANSWER_COLUMNS = {
  event_id: "text",
  user_id: "text",
  status: "text",
  user_name: "text",
  positions: "text",
  rank: "integer",
} as const;

/** Writes the events from number `first` on, at most `EVENTS_AT_ONCE`, with their answers. */
async function writeEvents(database: Queryable, first: number, members: Members, run: SeedRun): Promise<void> {
  const { sizes, now, today } = run;
  const sunday = addDays(today, SUNDAY - weekday(today));
  const numbers = Array.from({ length: Math.min(EVENTS_AT_ONCE, sizes.events - first) }, (_, index) => first + index);
  const events = numbers.map((number) => ({ number, ...inventEvent(number, sizes, sunday) }));
  const eventRows = events.map(({ group, ...event }) => eventRowOf({ ...event, groupId: groupId(group) }));
  await insertRows(database, "planning_event", EVENT_COLUMN_TYPES, eventRows);
  const answers = events.flatMap(({ number, id, group }) =>
    inventAnswers(number, members.get(group) ?? []).map(({ person, status }, rank) => ({
      event_id: id,
      user_id: person.id,
      status,
      user_name: fullName(person),
      positions: JSON.stringify(person.positions),
      rank,
    })),
  );
  await insertRows(database, "availability", ANSWER_COLUMNS, answers, { answered_at: now, place: 1 });
}

type Members = ReadonlyMap<number, readonly InventedPerson[]>;

function membersByGroup(people: readonly InventedPerson[]): Members {
  const members = new Map<number, InventedPerson[]>();
  for (const person of people) {
    for (const group of person.groups) members.set(group, [...(members.get(group) ?? []), person]);
  }
  return members;
}

/** Fills an empty database with an invented planning, and shares it. @throws StartError when it is not empty */
export async function seedPlanning(database: Database, run: SeedRun): Promise<void> {
  const { sizes, now, onProgress } = run;
  await requireEmpty(database);
  const people = Array.from({ length: sizes.people }, (_, number) => inventPerson(number, sizes));
  const members = membersByGroup(people);
  const { engine, kysely } = database;
  await kysely.transaction().execute(async (transaction) => {
    await writePeople({ engine, kysely: transaction }, people, now);
    await writeGroups({ engine, kysely: transaction }, people, run);
  });
  for (let first = 0; first < sizes.events; first += EVENTS_AT_ONCE) {
    onProgress(first / sizes.events);
    await kysely
      .transaction()
      .execute((transaction) => writeEvents({ engine, kysely: transaction }, first, members, run));
  }
  // Shared last, so that nobody sees the planning of an interrupted run.
  await kysely.transaction().execute(async (transaction) => {
    const { position } = await transaction
      .updateTable("planning_state")
      .set((eb) => ({ shared_at: now, position: eb("position", "+", 1) }))
      .returning("position")
      .executeTakeFirstOrThrow();
    await transaction.insertInto("planning_change").values({ position, accepted_at: now }).execute();
  });
  onProgress(1);
}
