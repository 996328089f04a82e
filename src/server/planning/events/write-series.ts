import { eventsOfSeries } from "#domain/planning/series.ts";
import { eventRowOf } from "../../database/event-columns.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { Refusal } from "../../errors.ts";
import { entryOfDays } from "../absences/read-absences.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { WantedChange } from "../changes/wanted-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { Writing } from "../shared-planning.ts";
import { keepForNews } from "./write-event-news.ts";
import { revision } from "./write-events.ts";
import { namedEvent, requireFollowing } from "./write-event-edits.ts";

/**
 * A series of which every event was created already counts as a retry, and changes nothing.
 * @throws Refusal when an id belongs to another event, when the group is unknown, or the first date is past
 */
export async function createSeries(
  writing: Writing,
  change: ChangeOf<"series.created">,
): Promise<WrittenChange | null> {
  const { kysely, today, now } = writing;
  const { series } = change;
  const events = eventsOfSeries(series);
  const ids = events.map(({ id }) => id);
  const taken = await kysely
    .selectFrom("planning_event")
    .select(["id", "series_id"])
    .where((eb) => eb.or([eb("id", "in", ids), eb("series_id", "=", series.id)]))
    .execute();
  const isRetry = taken.length === events.length && taken.every((row) => row.series_id === series.id);
  if (isRetry && events.length > 0) return null;
  if (taken.length > 0) throw new Refusal("event.exists");
  await requireGroup(writing, series.groupId);
  if (series.date < today) throw new Refusal("request.invalid", { fields: { date: "event.date_past" } });
  await kysely
    .insertInto("planning_event")
    .values(events.map((event) => ({ ...eventRowOf(event), changed_at: now, timed_at: now })))
    .execute();
  const { id, name, date } = { ...series, id: ids[0] ?? series.id };
  const days = { from: series.date, to: events.at(-1)?.date ?? series.date };
  return {
    entry: await entryOfDays(writing, { change, groupId: series.groupId, ...days }),
    act: { type: change.type, event: { id, name, date }, events: events.length },
  };
}

/**
 * Deletes an event and those after it in its series. An event without a series is deleted alone.
 * @throws Refusal `event.not_found` when the event does not exist or is deleted
 */
export async function deleteSeries(
  writing: Writing,
  { type, eventId }: Extract<WantedChange, { readonly type: "series.deleted" }>,
  { id: actorId }: UserRecord,
): Promise<WrittenChange> {
  const { kysely, now } = writing;
  const following = await requireFollowing(writing, eventId);
  const [first] = following;
  const ids = following.map(({ id }) => id);
  await keepForNews(writing, first.groupId, ids);
  await kysely
    .updateTable("planning_event")
    .set({ deleted_at: now, deleted_by: actorId })
    .set(revision(now))
    .where("id", "in", ids)
    .execute();
  const { groupId, seriesId, date } = first;
  if (seriesId === undefined) {
    return {
      entry: { change: { type: "event.deleted", eventId }, groupId },
      act: { type: "event.deleted", event: namedEvent(first) },
    };
  }
  return {
    entry: { change: { type, eventId, seriesId, from: date }, groupId },
    act: { type, event: namedEvent(first), events: ids.length },
  };
}
