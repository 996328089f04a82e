import type { EventDetails } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
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
