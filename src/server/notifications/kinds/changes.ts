import { answerOf } from "#domain/availability/availability.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { leftOutOfNews, newsBetween, messagesOfNews, reasonsDroppedSince } from "#domain/notifications/event-news.ts";
import { changeMail, newsWord, type ReportedChange } from "#text/mails/event-mails.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readKnownEvents } from "../../planning/events/read-events.ts";
import { answerable, type Composition, footLinks, type Occasion, pushOf } from "../telling/composing.ts";
import type { ChangeMessage, KeptNews, KnownEvent } from "../telling/message.ts";
import { readSituations } from "../../planning/events/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import { type FormerEvent, readChanged, readDetails, readKnown, readToldGroup } from "./read-changed-events.ts";
import { keepNews, takeNews } from "./write-kept-news.ts";

/**
 * News of more events are stored once for all members. Each message refers to them, and its events are chosen when it is
 * sent. With 500 events and 200 members, messages that contain the events would be 14 MB, and every other writer waits.
 */
const SINGLE_EVENTS_MAX = 10;

/** For each member, the indexes in `former` of the events at which they were present. */
function presenceByMember(former: readonly FormerEvent[], memberIds: readonly string[]): ReadonlyMap<string, number[]> {
  const presentAt = new Map(memberIds.map((id) => [id, [] as number[]]));
  for (const [index, { presentBefore }] of former.entries()) {
    for (const userId of presentBefore) presentAt.get(userId)?.push(index);
  }
  return presentAt;
}

function knownTo(userId: string, { eventId, before, presentBefore, isNew }: FormerEvent): KnownEvent {
  return { eventId, ...(before !== null && { before }), wasPresent: presentBefore.includes(userId), isNew };
}

/** Changed events of a group, and its members. */
interface ChangedGroup {
  readonly groupId: string;
  readonly former: readonly FormerEvent[];
  readonly memberIds: readonly string[];
}

function messageTo(userId: string, groupId: string, known: readonly (KnownEvent | KeptNews)[]) {
  return { userId, message: { topic: "changes" as const, groupId, known }, about: `change:${groupId}` };
}

/** The events that now differ from what the members know. */
async function stillNews(queryable: Queryable, former: readonly FormerEvent[]): Promise<FormerEvent[]> {
  const ids = former.map(({ eventId }) => eventId);
  const details = await readDetails(queryable, ids);
  return former.filter(({ eventId, before }) => newsBetween(before, details.get(eventId) ?? null) !== null);
}

/** Tells the members of a group what changed, once nothing has changed for a while. The job's subject is the group's id. */
export function tellChanges(zone: TimeZone, tell: Tell): RunInTransaction {
  /** Each message contains its events. */
  async function tellSingly(queryable: Queryable, told: ChangedGroup, now: Date): Promise<void> {
    const { groupId, former, memberIds } = told;
    const changed = await readChanged(queryable, groupId, former);
    const formerById = new Map(former.map((event) => [event.eventId, event]));
    const members = { [groupId]: memberIds };
    const messages = messagesOfNews(changed, members, now.getTime(), zone).map(({ userId, events }) => {
      const formerEvents = events.flatMap(({ eventId }) => formerById.get(eventId) ?? []);
      const known = formerEvents.map((event) => knownTo(userId, event));
      return messageTo(userId, groupId, known);
    });
    const leftOut = leftOutOfNews(changed, members, now.getTime(), zone);
    await tell(queryable, { topic: "changes", messages, leftOut }, now);
  }

  /** The messages refer to news that are stored once for all members. */
  async function tellTogether(queryable: Queryable, newsId: string, told: ChangedGroup, now: Date): Promise<void> {
    const { groupId, former, memberIds } = told;
    await keepNews(queryable, newsId, former, now);
    const [first] = former;
    const overview = first && { eventId: first.eventId, others: former.length - 1 };
    const messages = Array.from(presenceByMember(former, memberIds), ([userId, presentAt]) => ({
      ...messageTo(userId, groupId, [{ newsId, presentAt }]),
      ...(overview && { overview }),
    }));
    await tell(queryable, { topic: "changes", messages }, now);
  }

  return async (queryable, { id: newsId, subject: groupId }, now) => {
    const taken = await takeNews(queryable, groupId);
    const group = await readToldGroup(queryable, groupId);
    if (group === null) return;
    const former = await stillNews(queryable, taken);
    const told = { groupId, former, memberIds: group.memberIds };
    if (former.length > SINGLE_EVENTS_MAX) await tellTogether(queryable, newsId, told, now);
    else await tellSingly(queryable, told, now);
  };
}

/** How many events a message lists, the soonest ones: a deleted group may have hundreds. */
const LISTED_EVENTS = 10;

/** What changed for the person in these events. There is no message if nothing did, or if they do not come. */
export async function composeChanges(
  occasion: Occasion,
  { groupId, known }: Pick<ChangeMessage, "groupId" | "known">,
): Promise<Composition> {
  const { queryable, recipient, now, zone } = occasion;
  const group = await readToldGroup(queryable, groupId);
  if (group === null) return "too_late";
  const former = (await readKnown(queryable, known)).map(({ eventId, before = null, wasPresent, isNew = false }) => {
    return { eventId, before, isNew, presentBefore: wasPresent ? [recipient.id] : [] };
  });
  const changed = await readChanged(queryable, groupId, former, recipient.id);
  const members = { [groupId]: group.memberIds };
  const news = messagesOfNews(changed, members, now.getTime(), zone).find(({ userId }) => userId === recipient.id);
  const leftOut = reasonsDroppedSince(changed, news?.events ?? [], recipient.id);
  if (news === undefined) return leftOut;
  const listed = news.events.slice(0, LISTED_EVENTS);
  const events = await readKnownEvents(queryable, { ids: listed.map(({ eventId }) => eventId) });
  const situations = await readSituations(queryable, events, occasion);
  const told = listed.map(({ eventId, details, news: what }): ReportedChange & { readonly eventId: string } => {
    const situation = situations.get(eventId);
    return {
      eventId,
      details,
      news: what,
      answerable: situation === undefined ? null : answerable(occasion, situation),
      answer: situation === undefined ? null : answerOf(situation.event.availability, recipient.id),
    };
  });
  return {
    mail: changeMail({
      firstName: recipient.firstName,
      changes: told,
      others: news.events.slice(LISTED_EVENTS).map(({ details }) => details),
      groupNames: [group.name],
      links: footLinks(occasion, "changes"),
    }),
    pushes: told.map(({ eventId, details, news: what, answerable: asked }) =>
      pushOf(occasion, { ...details, id: eventId }, `${newsWord(what)}.`, asked !== null),
    ),
    leftOut,
  };
}
