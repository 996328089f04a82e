import type { ExpressionBuilder, Kysely } from "kysely";
import type { Answer } from "#domain/availability/availability.ts";
import { compareScheduled, type PlainDate } from "#domain/calendar/calendar.ts";
import type { Queryable } from "../database/database.ts";
import { eventColumnsOf, type StoredEvent, storedEventOf } from "../database/event-columns.ts";
import { readDate, type Tables } from "../database/schema.ts";

interface CalendarChoice {
  readonly userId: string;
  /** The date range; both days are included. */
  readonly from: PlainDate;
  readonly to: PlainDate;
  /** Events that were deleted earlier are left out. */
  readonly deletedSince: Date;
}

export interface CalendarEvent {
  readonly event: StoredEvent;
  readonly isDeleted: boolean;
  readonly answer: Answer | null;
  /** Each change of the event increases it, so that calendar programs update their copy (RFC 5545). */
  readonly sequence: number;
  /** When the event or the answer changed last, if known. */
  readonly changedAt: Date | null;
}

/** Whether the person has no absence on the day of the event. */
function isOutsideAbsences(eb: ExpressionBuilder<Tables, "planning_event">, userId: string) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom("absence")
        .select("absence.id")
        .where("absence.user_id", "=", userId)
        .whereRef("absence.from_date", "<=", "planning_event.date")
        .whereRef("absence.to_date", ">=", "planning_event.date"),
    ),
  );
}

/** A query of events to which the person answered "present", or has not answered and has no absence on that day. */
function selectEvents(kysely: Kysely<Tables>, { userId, from, to, deletedSince }: CalendarChoice) {
  return kysely
    .selectFrom("group_member")
    .innerJoin("planning_group", "planning_group.id", "group_member.group_id")
    .innerJoin("planning_event", "planning_event.group_id", "planning_group.id")
    .leftJoin("availability", (join) =>
      join
        .onRef("availability.event_id", "=", "planning_event.id")
        .onRef("availability.user_id", "=", "group_member.user_id"),
    )
    .select(eventColumnsOf("planning_event"))
    .select([
      "sequence",
      "changed_at",
      "planning_event.deleted_at",
      "planning_group.deleted_at as group_deleted_at",
      "status",
      "answered_at",
    ])
    .where("group_member.user_id", "=", userId)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .where((eb) =>
      eb.or([eb("status", "=", "present"), eb.and([eb("status", "is", null), isOutsideAbsences(eb, userId)])]),
    )
    .where((eb) =>
      eb.or([eb("planning_group.deleted_at", "is", null), eb("planning_group.deleted_at", ">=", deletedSince)]),
    );
}

function latest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * The events of a person's groups, except those from which they are absent. Recently deleted events are included, so that
 * calendar programs show them as cancelled. The two queries of the union use different indexes.
 */
export async function readCalendarEvents({ kysely }: Queryable, choice: CalendarChoice): Promise<CalendarEvent[]> {
  const rows = await selectEvents(kysely, choice)
    .where("planning_event.deleted_at", "is", null)
    .unionAll(selectEvents(kysely, choice).where("planning_event.deleted_at", ">=", choice.deletedSince))
    .execute();
  const events = rows.map((row) => ({
    event: storedEventOf(row),
    isDeleted: row.deleted_at !== null || row.group_deleted_at !== null,
    answer: row.status,
    sequence: row.sequence,
    changedAt: latest([row.changed_at, row.answered_at].map((stored) => (stored === null ? null : readDate(stored)))),
  }));
  return events.toSorted((a, b) => compareScheduled(a.event, b.event));
}
