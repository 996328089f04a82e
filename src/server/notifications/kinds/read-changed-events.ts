import type { ChangedEvent } from "#domain/notifications/event-news.ts";
import { detailsOf, type EventDetails } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, storedEventOf } from "../../database/event-columns.ts";
import { jsonList } from "../../database/json-list.ts";
import { isVisible, readKnownEvents } from "../../planning/events/read-events.ts";
import { isStoredNews, type StoredNews, type KnownEvent } from "../messages/message.ts";

/** An event in the payload of a job `news`, which stores changed events once for all members of a group. */
export type NewsEvent = Omit<KnownEvent, "wasPresent">;

/** Replaces references to stored news by their events. An event that occurs more than once keeps its first entry. */
export async function expandNews(
  { kysely }: Queryable,
  known: readonly (KnownEvent | StoredNews)[],
): Promise<KnownEvent[]> {
  const newsIds = known.filter(isStoredNews).map(({ newsId }) => newsId);
  const news = new Map<string, readonly NewsEvent[]>();
  if (newsIds.length > 0) {
    const query = kysely.selectFrom("job").select(["subject", "payload"]).where("kind", "=", "news");
    const rows = await query.where("subject", "in", newsIds).execute();
    for (const { subject, payload } of rows) news.set(subject, JSON.parse(payload ?? "[]") as NewsEvent[]);
  }
  const byId = new Map<string, KnownEvent>();
  for (const entry of known) {
    const events = isStoredNews(entry) ? withPresence(news.get(entry.newsId) ?? [], entry) : [entry];
    for (const event of events) if (!byId.has(event.eventId)) byId.set(event.eventId, event);
  }
  return [...byId.values()];
}

function withPresence(news: readonly NewsEvent[], { presentAt }: StoredNews): KnownEvent[] {
  const present = new Set(presentAt);
  return news.map((event, index) => ({ ...event, wasPresent: present.has(index) }));
}

/** A changed event as the members of its group know it, before the change. */
export interface FormerEvent extends Pick<ChangedEvent, "before" | "presentBefore" | "isNew"> {
  readonly eventId: string;
}

/**
 * Adds the current details and answers of these events. Deleted events have answers too, but no details.
 * @param userId reads only the answers of this person
 */
export async function readChangedEvents(
  queryable: Queryable,
  former: readonly FormerEvent[],
  userId?: string,
): Promise<ChangedEvent[]> {
  const onlyOf = userId === undefined ? {} : { userId };
  const ids = former.map(({ eventId }) => eventId);
  const events = new Map((await readKnownEvents(queryable, { ids, ...onlyOf })).map((event) => [event.id, event]));
  const deletedIds = ids.filter((id) => !events.has(id));
  const deletedEvents = await readKnownEvents(queryable, { ids: deletedIds, includesDeleted: true, ...onlyOf });
  const deleted = new Map(deletedEvents.map((event) => [event.id, event]));
  return former.map(({ eventId: id, ...known }) => {
    const event = events.get(id);
    const { availability = [] } = event ?? deleted.get(id) ?? {};
    return { id, ...known, now: event === undefined ? null : detailsOf(event), availability };
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
interface MessageGroup {
  readonly name: string;
  readonly memberIds: readonly string[];
}

/** `null` when the group was removed for good. */
export async function readMessageGroup({ kysely, engine }: Queryable, groupId: string): Promise<MessageGroup | null> {
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
  if (row === undefined) return null;
  const members = JSON.parse(row.members ?? "[]") as [userId: string][];
  return { name: row.name, memberIds: members.flat() };
}
