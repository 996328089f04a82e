import { type GroupMessage, MESSAGES_MAX } from "#contract/notifications/messages.ts";
import { MESSAGES_KEPT_DAYS } from "#domain/notifications/message-outcomes.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import { compareNames } from "#domain/people/people.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate } from "../../database/schema.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Messages that were decided before this are deleted. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - MESSAGES_KEPT_DAYS * DAY_MS);
}

/**
 * The latest messages about events of a group, newest first, then by date of the event, each with the outcome for each
 * person. Leaders see them on the group's page. Messages about deleted events are included.
 */
export async function readMessages({ kysely }: Queryable, groupId: string, now: Date): Promise<GroupMessage[]> {
  const latest = kysely
    .selectFrom("message")
    .select("id")
    .where("group_id", "=", groupId)
    .where("decided_at", ">=", keptSince(now))
    .groupBy(["id", "decided_at"])
    .orderBy("decided_at", "desc")
    .orderBy("id")
    .limit(MESSAGES_MAX);
  const rows = await kysely
    .selectFrom("message")
    .innerJoin("planning_event as event", "event.id", "message.event_id")
    .innerJoin("users", "users.id", "message.user_id")
    .select(["message.id", "message.event_id", "event.name", "event.date", "other_events", "topic", "decided_at"])
    .select(["message.user_id", "users.name as user_name", "outcome"])
    .where("message.id", "in", latest)
    .orderBy("decided_at", "desc")
    .orderBy("event.date")
    .orderBy("message.id")
    .orderBy("users.id")
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, rowsOfMessage]) => {
    const [first] = rowsOfMessage;
    if (first === undefined) return [];
    return {
      id,
      topic: first.topic as Topic,
      event: { id: first.event_id, name: first.name, date: first.date },
      otherEvents: first.other_events,
      decidedAt: readDate(first.decided_at).toISOString(),
      people: rowsOfMessage
        .map(({ user_id: userId, user_name: name, outcome }) => ({ userId, name, outcome }))
        .toSorted((a, b) => compareNames(a.name, b.name)),
    };
  });
}
