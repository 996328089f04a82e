import { type RawBuilder, sql } from "kysely";
import type { Publication, PublicationReceipt, PublishedEvent } from "#contract/planning/publication.ts";
import { NO_POSITION } from "#domain/availability/availability.ts";
import { refreshStatistics } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, EVENT_COLUMN_TYPES, eventRowOf } from "../../database/event-columns.ts";
import { jsonRows } from "../../database/json-rows.ts";
import { STATE_ID } from "../changes/write-change-log.ts";
import { nextGroupPlace } from "../groups/write-groups.ts";
import type { WriteTransaction } from "../shared-planning.ts";
import { entriesByPerson, withCurrentNames } from "./check-publication.ts";

type Groups = Pick<Publication, "groups" | "combinablePairs" | "requiredRoles">;
type UserIds = ReadonlySet<string>;

const GROUP_COLUMNS = {
  id: "text",
  name: "text",
  place: "integer",
  combinable_pairs: "text",
  required_roles: "text",
} as const;
const ANSWER_COLUMNS = {
  event_id: "text",
  user_id: "text",
  user_name: "text",
  positions: "text",
  status: "text",
  comment: "text",
  said_by: "text",
  rank: "integer",
} as const;

const EVENT_COLUMN_LIST = sql.join(EVENT_COLUMN_NAMES.map((column) => sql.ref(column)));
/** SQL condition: the group exists, and is not in the trash. */
const GROUP_EXISTS = sql`exists (select id from planning_group as g where g.id = group_id and g.deleted_at is null)`;

/** The most rows in one statement: PostgreSQL cancels a statement that takes too long. */
const BATCH_SIZE = 500;

/** Returns the statement that inserts `rows`, a table inside the query. */
type InsertStatement = (rows: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Inserts the rows in batches. @returns how many were inserted */
async function insertRows<Columns extends Parameters<typeof jsonRows>[1]>(
  { kysely, engine }: WriteTransaction,
  columns: Columns,
  rows: readonly { readonly [Name in keyof Columns]: string | number | null }[],
  insertStatement: InsertStatement,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = jsonRows(engine, columns, rows.slice(start, start + BATCH_SIZE));
    const { numAffectedRows = 0n } = await insertStatement(batch).execute(kysely);
    count += Number(numAffectedRows);
  }
  return count;
}

/** The JSON text of a group's rule. `hasOwn`, because a group's id may be `constructor`. */
function storedRule(rules: Readonly<Record<string, unknown>> | undefined, groupId: string): string | null {
  return rules !== undefined && Object.hasOwn(rules, groupId) ? JSON.stringify(rules[groupId]) : null;
}

/** Without `where true`, SQLite would read `on conflict` as the condition of the join. */
const insertGroupRows: InsertStatement = (rows) => sql`
  insert into planning_group (id, name, place, combinable_pairs, required_roles, reminders_on)
  select given.id, name, place, combinable_pairs, required_roles, reminders_default from ${rows} as given
  cross join planning_state
  where true
  on conflict do nothing`;

/** Inserts the groups that neither exist nor are in the trash. @returns their number */
export async function insertGroups(
  writing: WriteTransaction,
  { groups, combinablePairs, requiredRoles }: Groups,
): Promise<number> {
  const firstPlace = await nextGroupPlace(writing);
  const rows = groups.map(({ id, name }, index) => ({
    id,
    name,
    place: firstPlace + index,
    combinable_pairs: storedRule(combinablePairs, id),
    required_roles: storedRule(requiredRoles, id),
  }));
  return insertRows(writing, GROUP_COLUMNS, rows, insertGroupRows);
}

/** The row of an event. People who do not exist on this server are removed from its line-up. */
function knownEventRow({ lineUp, ...event }: PublishedEvent, known: UserIds) {
  return eventRowOf({ ...event, ...(lineUp && { lineUp: lineUp.filter(({ userId }) => known.has(userId)) }) });
}

/** Inserts the events that neither exist nor are in the trash, if their group exists. @returns their number */
function insertEvents(writing: WriteTransaction, events: readonly PublishedEvent[], known: UserIds): Promise<number> {
  const eventRows = events.map((event) => knownEventRow(event, known));
  const insertEventRows: InsertStatement = (rows) => sql`
    insert into planning_event (${EVENT_COLUMN_LIST}, timed_at)
    select ${EVENT_COLUMN_LIST}, ${writing.now} from ${rows} as given
    where ${GROUP_EXISTS}
    on conflict do nothing`;
  return insertRows(writing, EVENT_COLUMN_TYPES, eventRows, insertEventRows);
}

/** The rows of the answers to an event, one for each person. */
function answerRowsOf({ id, availability }: PublishedEvent, known: UserIds) {
  return entriesByPerson(availability).flatMap((entries, rank) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { userId, userName, status, comment = null, saidBy = "" } = first;
    const positions = entries.flatMap(({ position }) => (position === NO_POSITION ? [] : [position]));
    return {
      event_id: id,
      user_id: userId,
      user_name: userName,
      positions: JSON.stringify(positions),
      status,
      comment,
      said_by: known.has(saidBy) ? saidBy : null,
      rank,
    };
  });
}

type AnswerRow = ReturnType<typeof answerRowsOf>[number];

/**
 * Inserts answers, and adds these people to the groups of the events. Leaves out people who answered already, events that
 * do not exist, and moved events for which everybody was asked again.
 * @returns the number of inserted answers
 */
async function insertAnswers(writing: WriteTransaction, answerRows: readonly AnswerRow[]): Promise<number> {
  const { kysely, now } = writing;
  // Answers are sorted by `place`, then by `rank`: the log position of their publication, and their order inside it.
  const logPosition = writing.position() + 1;
  const insertAnswerRows: InsertStatement = (rows) => sql`
    insert into availability
      (event_id, user_id, status, user_name, positions, comment, said_by, answered_at, place, rank)
    select event_id, user_id, status, user_name, given.positions, comment, said_by, ${now}, ${logPosition}, rank
    from ${rows} as given
    inner join planning_event on planning_event.id = event_id and deleted_at is null and asked_again_at is null
    where ${GROUP_EXISTS}
    on conflict do nothing`;
  const count = await insertRows(writing, ANSWER_COLUMNS, answerRows, insertAnswerRows);
  // No other answers have this log position.
  await sql`
    insert into group_member (group_id, user_id, joined_at)
    select group_id, user_id, ${now} from availability
    inner join planning_event on planning_event.id = event_id
    where place = ${logPosition}
    group by group_id, user_id
    on conflict do nothing`.execute(kysely);
  return count;
}

/**
 * Inserts the groups, events and answers of a publication that do not exist yet. Existing rows stay unchanged, and
 * nothing returns from the trash. Answers and line-up roles of people without a row on this server are left out.
 */
export async function insertPublication(writing: WriteTransaction, sent: Publication): Promise<PublicationReceipt> {
  const publication = await withCurrentNames(writing, sent);
  const users = await writing.kysely.selectFrom("users").select("id").execute();
  const known = new Set(users.map(({ id }) => id));
  const answers = publication.events.flatMap((event) => answerRowsOf(event, known));
  const answersOfKnown = answers.filter((answer) => known.has(answer.user_id));
  const groupCount = await insertGroups(writing, publication);
  const eventCount = await insertEvents(writing, publication.events, known);
  // For the query planner: the statements that follow join the inserted rows.
  await refreshStatistics(writing, "planning_event");
  const answerCount = await insertAnswers(writing, answersOfKnown);
  await refreshStatistics(writing, "availability");
  return {
    groups: groupCount,
    events: eventCount,
    answers: answerCount,
    leftOut: answers.length - answersOfKnown.length,
  };
}

/** The publication by which the planning was shared. Both are `null` if it was shared without one. */
interface Published {
  readonly hash: string | null;
  readonly receipt: PublicationReceipt | null;
}

export async function readPublished({ kysely }: WriteTransaction): Promise<Published> {
  const { publication_hash: hash, publication_receipt: receipt } = await kysely
    .selectFrom("planning_state")
    .select(["publication_hash", "publication_receipt"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { hash, receipt: receipt === null ? null : (JSON.parse(receipt) as PublicationReceipt) };
}

export async function markShared({ kysely, now }: WriteTransaction, { hash, receipt }: Published): Promise<void> {
  await kysely
    .updateTable("planning_state")
    .set({ shared_at: now, publication_hash: hash, publication_receipt: receipt && JSON.stringify(receipt) })
    .where("id", "=", STATE_ID)
    .execute();
}
