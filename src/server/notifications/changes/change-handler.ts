import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { newsOf, newsToTell } from "#domain/notifications/event-news.ts";
import type { Queryable } from "../../database/database.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { byDay } from "../telling/by-day.ts";
import type { KeptNews, KnownEvent } from "../telling/message.ts";
import { tell } from "../telling/write-messages.ts";
import { type FormerEvent, readChanged, readDetails, readToldGroup } from "./read-changed-events.ts";
import { keepNews, takeNews } from "./write-kept-news.ts";

/** What each person knew of the events that they are told about, by the person's id. */
type KnownByPerson = ReadonlyMap<string, readonly (KnownEvent | KeptNews)[]>;

/**
 * News of more events are kept once for all members, who each get a message: who is absent is found out when it is sent.
 * Of 500 events and 200 members, each message with all events would be 14 MB, written while every other writer waits.
 */
const SINGLE_EVENTS_MAX = 10;

/** For each member the place in `former` of the events at which they were present. */
function keptFor(newsId: string, former: readonly FormerEvent[], memberIds: readonly string[]): KnownByPerson {
  const presentAt = new Map(memberIds.map((id) => [id, [] as number[]]));
  for (const [place, { presentBefore }] of former.entries()) {
    for (const userId of presentBefore) presentAt.get(userId)?.push(place);
  }
  return new Map(Array.from(presentAt, ([userId, places]) => [userId, [{ newsId, presentAt: places }]]));
}

function knownTo(userId: string, { eventId, before, presentBefore, isNew }: FormerEvent): KnownEvent {
  return { eventId, ...(before !== null && { before }), wasPresent: presentBefore.includes(userId), isNew };
}

/** Tells the members of a group what changed, once nothing has changed for a while. The job's subject is the group's id. */
export function createChangeHandler(zone: TimeZone): JobHandler {
  /** Those that differ from what is known. */
  async function stillNews(queryable: Queryable, former: readonly FormerEvent[], now: Date): Promise<FormerEvent[]> {
    const ids = former.map(({ eventId }) => eventId);
    const details = await readDetails(queryable, ids);
    return former.filter(
      ({ eventId, before }) => newsOf({ before, now: details.get(eventId) ?? null }, now.getTime(), zone) !== null,
    );
  }

  async function knownSingly(
    queryable: Queryable,
    groupId: string,
    former: readonly FormerEvent[],
    memberIds: readonly string[],
    now: Date,
  ): Promise<KnownByPerson> {
    const changed = await readChanged(queryable, groupId, former);
    const formerById = new Map(former.map((event) => [event.eventId, event]));
    const news = newsToTell(changed, { [groupId]: memberIds }, now.getTime(), zone);
    return new Map(
      news.map(({ userId, events }) => {
        const told = events.flatMap(({ eventId }) => formerById.get(eventId) ?? []);
        return [userId, told.map((event) => knownTo(userId, event))];
      }),
    );
  }

  return byDay(zone, async (queryable, { id: newsId, subject: groupId }, now) => {
    const taken = await takeNews(queryable, groupId);
    const group = await readToldGroup(queryable, groupId);
    if (group === null) return;
    const former = await stillNews(queryable, taken, now);
    const areMany = former.length > SINGLE_EVENTS_MAX;
    if (areMany) await keepNews(queryable, newsId, former, now);
    const known = areMany
      ? keptFor(newsId, former, group.memberIds)
      : await knownSingly(queryable, groupId, former, group.memberIds, now);
    const messages = Array.from(known, ([userId, events]) => ({
      userId,
      message: { topic: "changes" as const, groupId, known: events },
      about: `change:${groupId}`,
    }));
    await tell(queryable, messages, now);
  });
}
