import { type RawBuilder, sql } from "kysely";
import type { Publication, PublicationReceipt, PublishedEvent } from "#contract/planning/publication.ts";
import { NO_POSITION } from "#domain/availability/availability.ts";
import { refreshStatistics } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, EVENT_COLUMN_TYPES, eventRowOf } from "../../database/event-columns.ts";
import { jsonRows } from "../../database/json-rows.ts";
import { STATE_ID } from "../changes/write-change-log.ts";
import { nextGroupPlace } from "../groups/write-groups.ts";
import type { Writing } from "../shared-planning.ts";
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
/** A group that is not in the trash. */
const GROUP_IS_THERE = sql`exists (select id from planning_group as g where g.id = group_id and g.deleted_at is null)`;

/** Rows of one statement. PostgreSQL cancels a statement that takes too long. */
const AT_ONCE = 500;

type Insertion = (given: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Inserts the rows in batches. @returns how many were inserted */
async function insertRows<Columns extends Parameters<typeof jsonRows>[1]>(
  { kysely, engine }: Writing,
  columns: Columns,
  rows: readonly { readonly [Name in keyof Columns]: string | number | null }[],
  insertion: Insertion,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const given = jsonRows(engine, columns, rows.slice(start, start + AT_ONCE));
    const { numAffectedRows = 0n } = await insertion(given).execute(kysely);
    count += Number(numAffectedRows);
  }
  return count;
}

/** The JSON text of a group's rule. `hasOwn`, because a group's id may be `constructor`. */
function storedRule(rules: Readonly<Record<string, unknown>> | undefined, groupId: string): string | null {
  return rules !== undefined && Object.hasOwn(rules, groupId) ? JSON.stringify(rules[groupId]) : null;
}

const insertingGroups: Insertion = (given) => sql`
  insert into planning_group (id, name, place, combinable_pairs, required_roles, reminders_on)
  select given.id, name, place, combinable_pairs, required_roles, reminders_default from ${given} as given
  cross join planning_state
  where true
  on conflict do nothing`;

/** Inserts the groups that neither exist nor are in the trash. @returns their number */
export async function insertGroups(
  writing: Writing,
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
  return insertRows(writing, GROUP_COLUMNS, rows, insertingGroups);
}

/** The row of an event. Its line-up loses the people whom the server does not know. */
function knownEventRow({ lineUp, ...event }: PublishedEvent, known: UserIds) {
  return eventRowOf({ ...event, ...(lineUp && { lineUp: lineUp.filter(({ userId }) => known.has(userId)) }) });
}

/** Inserts the events that neither exist nor are in the trash, if their group exists. @returns their number */
function insertEvents(writing: Writing, events: readonly PublishedEvent[], known: UserIds): Promise<number> {
  const rows = events.map((event) => knownEventRow(event, known));
  const insertion: Insertion = (given) => sql`
    insert into planning_event (${EVENT_COLUMN_LIST}, timed_at)
    select ${EVENT_COLUMN_LIST}, ${writing.now} from ${given} as given
    where ${GROUP_IS_THERE}
    on conflict do nothing`;
  return insertRows(writing, EVENT_COLUMN_TYPES, rows, insertion);
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
 * Inserts answers of people who have not answered yet, to existing events whose answers were not asked for again. The
 * people join the groups.
 * @returns the number of inserted answers
 */
async function insertAnswers(writing: Writing, rows: readonly AnswerRow[]): Promise<number> {
  const { kysely, now } = writing;
  const place = writing.position() + 1;
  const insertion: Insertion = (given) => sql`
    insert into availability
      (event_id, user_id, status, user_name, positions, comment, said_by, answered_at, place, rank)
    select event_id, user_id, status, user_name, given.positions, comment, said_by, ${now}, ${place}, rank
    from ${given} as given
    inner join planning_event on planning_event.id = event_id and deleted_at is null and asked_again_at is null
    where ${GROUP_IS_THERE}
    on conflict do nothing`;
  const count = await insertRows(writing, ANSWER_COLUMNS, rows, insertion);
  // Only these answers have this place, because each change has a position of its own.
  await sql`
    insert into group_member (group_id, user_id, joined_at)
    select group_id, user_id, ${now} from availability
    inner join planning_event on planning_event.id = event_id
    where place = ${place}
    group by group_id, user_id
    on conflict do nothing`.execute(kysely);
  return count;
}

/**
 * Inserts what does not exist yet. Existing rows stay unchanged, and nothing returns from the trash. Answers and roles of
 * people whom the server does not know are left out.
 */
export async function insertPublication(writing: Writing, sent: Publication): Promise<PublicationReceipt> {
  const publication = await withCurrentNames(writing, sent);
  const users = await writing.kysely.selectFrom("users").select("id").execute();
  const known = new Set(users.map(({ id }) => id));
  const answers = publication.events.flatMap((event) => answerRowsOf(event, known));
  const answersOfKnown = answers.filter((answer) => known.has(answer.user_id));
  const groupCount = await insertGroups(writing, publication);
  const eventCount = await insertEvents(writing, publication.events, known);
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

/** Both `null` when the planning was shared without a publication. */
interface Published {
  readonly hash: string | null;
  readonly receipt: PublicationReceipt | null;
}

export async function readPublished({ kysely }: Writing): Promise<Published> {
  const { publication_hash: hash, publication_receipt: receipt } = await kysely
    .selectFrom("planning_state")
    .select(["publication_hash", "publication_receipt"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { hash, receipt: receipt === null ? null : (JSON.parse(receipt) as PublicationReceipt) };
}

export async function markShared({ kysely, now }: Writing, { hash, receipt }: Published): Promise<void> {
  await kysely
    .updateTable("planning_state")
    .set({ shared_at: now, publication_hash: hash, publication_receipt: receipt && JSON.stringify(receipt) })
    .where("id", "=", STATE_ID)
    .execute();
}
