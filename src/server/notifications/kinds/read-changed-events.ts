import type { ChangedEvent } from "#domain/notifications/event-news.ts";
import { detailsOf, type EventDetails } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, storedEventOf } from "../../database/event-columns.ts";
import { jsonList } from "../../database/json-list.ts";
import { isVisible, readKnownEvents } from "../../planning/events/read-events.ts";
import { isKept, type KeptNews, type KnownEvent } from "../telling/message.ts";

/** An event in news that are kept for all members of a group. The payload of a job `news` is a list of them. */
export interface NewsEvent {
  readonly eventId: string;
  /** Not set: it was deleted. */
  readonly before?: EventDetails;
  readonly isNew?: boolean;
}

/** All events of `known`, each once, as the person heard of them last. */
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
  for (const each of known) {
    const events = isKept(each) ? eventsOf(news.get(each.newsId) ?? [], each) : [each];
    for (const event of events) if (!byId.has(event.eventId)) byId.set(event.eventId, event);
  }
  return [...byId.values()];
}

function eventsOf(news: readonly NewsEvent[], { presentAt }: KeptNews): KnownEvent[] {
  const present = new Set(presentAt);
  return news.map((event, place) => ({ ...event, wasPresent: present.has(place) }));
}

/** An event as its members know it. */
export interface FormerEvent extends Pick<ChangedEvent, "before" | "presentBefore" | "isNew"> {
  readonly eventId: string;
}

/**
 * Events of a group between what their members know and now, deleted ones with their answers and absences, too.
 * @param userId the only person whose answers are read; when left out, those of all
 */
export async function readChanged(
  queryable: Queryable,
  groupId: string,
  former: readonly FormerEvent[],
  userId?: string,
): Promise<ChangedEvent[]> {
  const whose = userId === undefined ? {} : { userId };
  const ids = former.map(({ eventId }) => eventId);
  const events = new Map((await readKnownEvents(queryable, { ids, ...whose })).map((event) => [event.id, event]));
  const hiddenIds = ids.filter((id) => !events.has(id));
  const read = await readKnownEvents(queryable, { ids: hiddenIds, isDeletedToo: true, ...whose });
  const hidden = new Map(read.map((event) => [event.id, event]));
  return former.map(({ eventId: id, ...known }) => {
    const event = events.get(id);
    const { availability = [] } = event ?? hidden.get(id) ?? {};
    return { id, groupId, ...known, now: event === undefined ? null : detailsOf(event), availability };
  });
}

/** Those of these events that are not deleted, by their ids. */
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

/** A group of which something is told, deleted or not. */
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
