import { type RawBuilder, sql } from "kysely";
import { EVENT_COLUMN_NAMES } from "../../database/event-columns.ts";
import { jsonRows, jsonTextRows } from "../../database/json-rows.ts";
import type { Writing } from "../shared-planning.ts";
import { withKnownHolders } from "../line-ups/read-known-holders.ts";
import { type PublicationSlice, SLICE_COLUMNS } from "./publication-slice.ts";

/** A group that is not in the trash. */
const GROUP_IS_THERE = "exists (select id from planning_group as g where g.id = group_id and g.deleted_at is null)";
const EVENT_COLUMN_LIST = sql.join(EVENT_COLUMN_NAMES.map((column) => sql.ref(column)));
/** Rows of one statement, as in a slice. */
const MEMBERS_AT_ONCE = 500;

/** Values that all rows of one publication share. */
export interface PublicationStamp {
  /** `null`: the rows are visible at once. */
  readonly number: number | null;
  /** The place of its first group. */
  readonly firstPlace: number;
  /** The sort position of its answers, and the time at which they count as given. */
  readonly answerPlace: number;
  readonly answeredAt: Date;
}

async function countRows({ kysely }: Writing, insertion: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await insertion.execute(kysely);
  return Number(numAffectedRows);
}

function rowsOf({ engine }: Writing, { kind, rows }: PublicationSlice): RawBuilder<unknown> {
  return jsonTextRows(engine, SLICE_COLUMNS[kind], rows);
}

/**
 * Inserts rows that do not exist yet. Existing rows stay unchanged, and nothing returns from the trash. Events of
 * missing groups, answers to missing events, and answers and roles of unknown users are left out.
 * @returns the number of inserted rows
 */
export async function insertSlice(writing: Writing, slice: PublicationSlice, stamp: PublicationStamp): Promise<number> {
  const given = rowsOf(writing, slice.kind === "events" ? await withKnownHolders(writing, slice) : slice);
  const { number, firstPlace, answerPlace, answeredAt } = stamp;
  switch (slice.kind) {
    case "groups":
      return countRows(
        writing,
        sql`
          insert into planning_group (id, name, place, combinable_pairs, required_roles, publication, reminders_on)
          select given.id, name, place + ${firstPlace}, combinable_pairs, required_roles, ${number}, reminders_default
          from ${given} as given
          cross join planning_state
          where true
          on conflict do nothing`,
      );
    case "events":
      return countRows(
        writing,
        sql`
          insert into planning_event (${EVENT_COLUMN_LIST}, timed_at, publication)
          select ${EVENT_COLUMN_LIST}, ${answeredAt}, ${number} from ${given} as given
          where ${sql.raw(GROUP_IS_THERE)}
          on conflict do nothing`,
      );
    case "answers":
      return countRows(
        writing,
        sql`
          insert into availability
            (event_id, user_id, status, user_name, positions, comment, said_by, answered_at, place, rank, publication)
          select event_id, user_id, status, user_name, given.positions, comment, author.id, ${answeredAt},
            ${answerPlace}, rank, ${number}
          from ${given} as given
          inner join users on users.id = user_id
          left join users as author on author.id = said_by
          inner join planning_event on planning_event.id = event_id and deleted_at is null and asked_again_at is null
          where ${sql.raw(GROUP_IS_THERE)}
          on conflict do nothing`,
      );
  }
}

/** The number of answers in a slice from users unknown to the server. */
export async function countUnknown(writing: Writing, slice: PublicationSlice): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${rowsOf(writing, slice)} as given
    where not exists (select id from users where users.id = user_id)`.execute(writing.kysely);
  return Number(rows[0]?.count ?? 0);
}

export interface NewMember {
  readonly group_id: string;
  readonly user_id: string;
}

/** The users whose answers publication `number` brought, with the groups that they join by answering. */
export async function readNewMembers(
  writing: Writing,
  slice: PublicationSlice,
  number: number,
): Promise<readonly NewMember[]> {
  const { rows } = await sql<NewMember>`
    select distinct planning_event.group_id, availability.user_id
    from ${rowsOf(writing, slice)} as given
    inner join availability on availability.event_id = given.event_id and availability.user_id = given.user_id
    inner join planning_event on planning_event.id = availability.event_id
    where availability.publication = ${number}`.execute(writing.kysely);
  return rows;
}

/** Inserts members whose user and group still exist. */
export async function insertMembers(writing: Writing, members: readonly NewMember[]): Promise<void> {
  const { kysely, engine, now } = writing;
  for (let start = 0; start < members.length; start += MEMBERS_AT_ONCE) {
    const columns = { group_id: "text", user_id: "text" } as const;
    const given = jsonRows(engine, columns, members.slice(start, start + MEMBERS_AT_ONCE));
    await sql`
      insert into group_member (group_id, user_id, joined_at)
      select group_id, user_id, ${now} from ${given} as given
      inner join users on users.id = user_id
      inner join planning_group on planning_group.id = group_id
      where true
      on conflict do nothing`.execute(kysely);
  }
}
