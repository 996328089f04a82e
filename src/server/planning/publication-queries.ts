import { sql } from "kysely";
import type { Publication, PublicationReceipt } from "#contract/planning-calls.ts";
import { insertInBatches } from "../database/insert-in-batches.ts";
import { jsonRows } from "../database/json-rows.ts";
import { refreshStatistics } from "../database/planner-statistics.ts";
import { nextGroupPlace } from "./group-change-queries.ts";
import type { PublishedAnswer } from "./publication.ts";
import type { Writing } from "./shared-planning.ts";

const ANSWER_COLUMNS = {
  event_id: "text",
  user_id: "text",
  status: "text",
  user_name: "text",
  positions: "text",
  rank: "integer",
} as const;
/** A group that is not in the trash. */
const GROUP_IS_THERE = "exists (select id from planning_group as g where g.id = group_id and g.deleted_at is null)";

function answerRow({ eventId, userId, userName, positions, status, rank }: PublishedAnswer) {
  return {
    event_id: eventId,
    user_id: userId,
    user_name: userName,
    positions: JSON.stringify(positions),
    status,
    rank,
  };
}

/** Those that are not there yet, after those that are. */
async function insertGroups(writing: Writing, { groups, combinablePairs = {} }: Publication): Promise<number> {
  const first = await nextGroupPlace(writing);
  const pairs = new Map(Object.entries(combinablePairs));
  const rows = groups.map(({ id, name }, index) => {
    const chosen = pairs.get(id);
    return { id, name, place: first + index, combinable_pairs: chosen === undefined ? null : JSON.stringify(chosen) };
  });
  const columns = { id: "text", name: "text", place: "integer", combinable_pairs: "text" } as const;
  return insertInBatches(
    writing,
    rows,
    (batch) => sql`
      insert into planning_group (id, name, place, combinable_pairs)
      select id, name, place, combinable_pairs from ${jsonRows(writing.engine, columns, batch)} as given
      where true
      on conflict do nothing`,
  );
}

/** Those that are not there yet, of groups that are there. */
function insertEvents(writing: Writing, { events }: Publication): Promise<number> {
  const rows = events.map(({ id, groupId, name, date, time, location }) => ({
    id,
    group_id: groupId,
    name,
    date,
    time,
    location,
  }));
  const columns = { id: "text", group_id: "text", name: "text", date: "text", time: "text", location: "text" } as const;
  return insertInBatches(
    writing,
    rows,
    (batch) => sql`
      insert into planning_event (id, group_id, name, date, time, location)
      select id, group_id, name, date, time, location from ${jsonRows(writing.engine, columns, batch)} as given
      where ${sql.raw(GROUP_IS_THERE)}
      on conflict do nothing`,
  );
}

/** To events that are there, where that person has said nothing yet. */
function insertAnswers(writing: Writing, answers: readonly PublishedAnswer[], place: number): Promise<number> {
  const { engine, now } = writing;
  return insertInBatches(
    writing,
    answers,
    (batch) => sql`
      insert into availability (event_id, user_id, status, user_name, positions, answered_at, place, rank)
      select event_id, user_id, status, user_name, positions, ${now}, ${place}, rank
      from ${jsonRows(engine, ANSWER_COLUMNS, batch.map(answerRow))} as given
      inner join planning_event on planning_event.id = event_id and deleted_at is null
      where ${sql.raw(GROUP_IS_THERE)}
      on conflict do nothing`,
  );
}

/** Who answered belongs to the group: those whose answer came in at `place`. */
async function insertMembers({ kysely, now }: Writing, place: number): Promise<void> {
  await sql`
    insert into group_member (group_id, user_id, joined_at)
    select group_id, user_id, ${now}
    from availability inner join planning_event on planning_event.id = event_id
    where place = ${place}
    group by group_id, user_id
    on conflict do nothing`.execute(kysely);
}

/** Those among `ids` that are somebody's. */
async function knownUsers({ kysely, engine }: Writing, ids: ReadonlySet<string>): Promise<Set<string>> {
  const given = jsonRows(
    engine,
    { id: "text" },
    [...ids].map((id) => ({ id })),
  );
  const { rows } = await sql<{ id: string }>`select id from users where id in ${given}`.execute(kysely);
  return new Set(rows.map(({ id }) => id));
}

/** Adds what is not there yet; nothing that is there changes, and nothing comes back from the trash. */
export async function insertPlanning(
  writing: Writing,
  publication: Publication,
  answers: readonly PublishedAnswer[],
): Promise<PublicationReceipt> {
  const known = await knownUsers(writing, new Set(answers.map(({ userId }) => userId)));
  const kept = answers.filter(({ userId }) => known.has(userId));
  const place = writing.position() + 1;
  const groups = await insertGroups(writing, publication);
  const events = await insertEvents(writing, publication);
  await refreshStatistics(writing, "planning_event");
  const inserted = await insertAnswers(writing, kept, place);
  await refreshStatistics(writing, "availability");
  await insertMembers(writing, place);
  return { groups, events, answers: inserted, leftOut: answers.length - kept.length };
}
