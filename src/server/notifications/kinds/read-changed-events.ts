import type { ChangedEvent } from "#domain/notifications/event-news.ts";
import { detailsOf, type EventDetails } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, storedEventOf } from "../../database/event-columns.ts";
import { jsonList } from "../../database/json-list.ts";
import { isVisible, readKnownEvents } from "../../planning/events/read-events.ts";
import { isKept, type KeptNews, type KnownEvent } from "../telling/message.ts";

/** An event in the news of a job `news`, which stores them once for all members of a group. */
export type NewsEvent = Omit<KnownEvent, "wasPresent">;

/** All events of `known`, each once, as the person was last told of them. */
export async function readKnown(
  { kysely }: Queryable,
  known: readonly (KnownEvent | KeptNews)[],
): Promise<KnownEvent[]> {
  const newsIds = known.filter(isKept).map(({ newsId }) => newsId);
  const news = new Map<string, readonly NewsEvent[]>();
  if (newsIds.length > 0) {
    const query = kysely.selectFrom("job").select(["subject", "payload"]).where("kind", "=", "news");
    const rows = await query.where("subject", "in", newsIds).execute();
    for (const { subject, payload } of rows) news.set(subject, JSON.parse(payload ?? "[]") as NewsEvent[]);
  }
  const byId = new Map<string, KnownEvent>();
  for (const entry of known) {
    const events = isKept(entry) ? eventsOf(news.get(entry.newsId) ?? [], entry) : [entry];
    for (const event of events) if (!byId.has(event.eventId)) byId.set(event.eventId, event);
  }
  return [...byId.values()];
}

function eventsOf(news: readonly NewsEvent[], { presentAt }: KeptNews): KnownEvent[] {
  const present = new Set(presentAt);
  return news.map((event, index) => ({ ...event, wasPresent: present.has(index) }));
}

/** An event as its members know it. */
export interface FormerEvent extends Pick<ChangedEvent, "before" | "presentBefore" | "isNew"> {
  readonly eventId: string;
}

/**
 * Adds to events of a group what they are now, and their answers and absences, those of deleted events, too.
 * @param userId reads only the answers of this person
 */
export async function readChanged(
  queryable: Queryable,
  groupId: string,
  former: readonly FormerEvent[],
  userId?: string,
): Promise<ChangedEvent[]> {
  const onlyOf = userId === undefined ? {} : { userId };
  const ids = former.map(({ eventId }) => eventId);
  const events = new Map((await readKnownEvents(queryable, { ids, ...onlyOf })).map((event) => [event.id, event]));
  const deletedIds = ids.filter((id) => !events.has(id));
  const read = await readKnownEvents(queryable, { ids: deletedIds, isDeletedToo: true, ...onlyOf });
  const deleted = new Map(read.map((event) => [event.id, event]));
  return former.map(({ eventId: id, ...known }) => {
    const event = events.get(id);
    const { availability = [] } = event ?? deleted.get(id) ?? {};
    return { id, groupId, ...known, now: event === undefined ? null : detailsOf(event), availability };
  });
}

/** The details of those events that are not deleted, by event id. */
export async function readDetails(
  { kysely }: Queryable,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventDetails>> {
  if (eventIds.length === 0) return new Map();
  const rows = await kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where("id", "in", eventIds)
    .where(isVisible)
    .execute();
  return new Map(rows.map((row) => [row.id, detailsOf(storedEventOf(row))]));
}

/** A group that a message is about. It may be in the trash. */
interface ToldGroup {
  readonly name: string;
  readonly memberIds: readonly string[];
}

/** `null` when it was removed for good. */
export async function readToldGroup({ kysely, engine }: Queryable, groupId: string): Promise<ToldGroup | null> {
  const row = await kysely
    .selectFrom("planning_group")
    .select("name")
    .select((eb) =>
      eb
        .selectFrom("group_member")
        .select(jsonList(engine, ["user_id"], ["user_id"]).as("ids"))
        .where("group_id", "=", groupId)
        .as("members"),
    )
    .where("id", "=", groupId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { name: row.name, memberIds: (JSON.parse(row.members ?? "[]") as [string][]).flat() };
}
