import { answerOf } from "#domain/availability/availability.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { leftOutOfNews, newsBetween, messagesOfNews, reasonsDroppedSince } from "#domain/notifications/event-news.ts";
import { changeMail, newsWord, type ReportedChange } from "#text/mails/event-mails.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readKnownEvents } from "../../planning/events/read-events.ts";
import { answerableEvent, type Composition, footerLinks, type MessageContext, pushOf } from "../messages/composing.ts";
import type { ChangeMessage, StoredNews, KnownEvent } from "../messages/message.ts";
import { readSituations } from "../../planning/events/read-situation.ts";
import type { QueueMessages } from "../messages/write-messages.ts";
import {
  type FormerEvent,
  readChangedEvents,
  readDetails,
  expandNews,
  readMessageGroup,
} from "./read-changed-events.ts";
import { storeNews, takeNews } from "./write-stored-news.ts";

/**
 * With more changed events than this, the events are stored once for the whole group, and the messages refer to them. With
 * 500 events and 200 members, messages that contain the events would take 14 MB, and all other writers wait meanwhile.
 */
const SINGLE_EVENTS_MAX = 10;

/** For each member, the indexes in `former` of the events for which they had answered "present". */
function presenceByMember(former: readonly FormerEvent[], memberIds: readonly string[]): ReadonlyMap<string, number[]> {
  const presentAt = new Map(memberIds.map((id) => [id, [] as number[]]));
  for (const [index, { presentBefore }] of former.entries()) {
    for (const userId of presentBefore) presentAt.get(userId)?.push(index);
  }
  return presentAt;
}

function knownEventOf(userId: string, { eventId, before, presentBefore, isNew }: FormerEvent): KnownEvent {
  return { eventId, ...(before !== null && { before }), wasPresent: presentBefore.includes(userId), isNew };
}

interface ChangedGroup {
  readonly groupId: string;
  readonly former: readonly FormerEvent[];
  readonly memberIds: readonly string[];
}

function messageTo(userId: string, groupId: string, known: readonly (KnownEvent | StoredNews)[]) {
  return { userId, message: { topic: "changes" as const, groupId, known }, replaceKey: `change:${groupId}` };
}

/** Leaves out events that were changed back: they are again as the members know them. */
async function withoutUnchanged(queryable: Queryable, former: readonly FormerEvent[]): Promise<FormerEvent[]> {
  const ids = former.map(({ eventId }) => eventId);
  const details = await readDetails(queryable, ids);
  return former.filter(({ eventId, before }) => newsBetween(before, details.get(eventId) ?? null) !== null);
}

/** The handler of jobs `changes`, whose subject is a group's id. They run five minutes after the last change (debounce). */
export function queueChangeMessages(zone: TimeZone, queueMessages: QueueMessages): RunInTransaction {
  async function queueEvents(queryable: Queryable, group: ChangedGroup, now: Date): Promise<void> {
    const { groupId, former, memberIds } = group;
    const changed = await readChangedEvents(queryable, former);
    const formerById = new Map(former.map((event) => [event.eventId, event]));
    const messages = messagesOfNews(changed, memberIds, now.getTime(), zone).map(({ userId, events }) => {
      const formerEvents = events.flatMap(({ eventId }) => formerById.get(eventId) ?? []);
      const known = formerEvents.map((event) => knownEventOf(userId, event));
      return messageTo(userId, groupId, known);
    });
    const leftOut = leftOutOfNews(changed, memberIds, now.getTime(), zone);
    await queueMessages(queryable, { topic: "changes", messages, leftOut }, now);
  }

  async function queueReferences(queryable: Queryable, newsId: string, group: ChangedGroup, now: Date): Promise<void> {
    const { groupId, former, memberIds } = group;
    await storeNews(queryable, newsId, former, now);
    const [first] = former;
    const overview = first && { eventId: first.eventId, others: former.length - 1 };
    const messages = Array.from(presenceByMember(former, memberIds), ([userId, presentAt]) => ({
      ...messageTo(userId, groupId, [{ newsId, presentAt }]),
      ...(overview && { overview }),
    }));
    await queueMessages(queryable, { topic: "changes", messages }, now);
  }

  return async (queryable, { id: newsId, subject: groupId }, now) => {
    const changedEvents = await takeNews(queryable, groupId);
    const group = await readMessageGroup(queryable, groupId);
    if (group === null) return;
    const former = await withoutUnchanged(queryable, changedEvents);
    const changedGroup = { groupId, former, memberIds: group.memberIds };
    if (former.length > SINGLE_EVENTS_MAX) await queueReferences(queryable, newsId, changedGroup, now);
    else await queueEvents(queryable, changedGroup, now);
  };
}

/** The most events that a mail describes, the soonest ones. It only names the others: a deleted group may have hundreds. */
const LISTED_EVENTS = 10;

/** The message about what changed for the recipient in these events; no message if nothing did, or if they do not come. */
export async function composeChanges(
  context: MessageContext,
  { groupId, known }: Pick<ChangeMessage, "groupId" | "known">,
): Promise<Composition> {
  const { queryable, recipient, now, zone } = context;
  const group = await readMessageGroup(queryable, groupId);
  if (group === null) return "too_late";
  const former = (await expandNews(queryable, known)).map(({ eventId, before = null, wasPresent, isNew = false }) => {
    return { eventId, before, isNew, presentBefore: wasPresent ? [recipient.id] : [] };
  });
  const changed = await readChangedEvents(queryable, former, recipient.id);
  const memberIds = group.memberIds.filter((id) => id === recipient.id);
  const [news] = messagesOfNews(changed, memberIds, now.getTime(), zone);
  const leftOut = reasonsDroppedSince(changed, news?.events ?? [], recipient.id);
  if (news === undefined) return leftOut;
  const listed = news.events.slice(0, LISTED_EVENTS);
  const events = await readKnownEvents(queryable, { ids: listed.map(({ eventId }) => eventId) });
  const situations = await readSituations(queryable, events, context);
  const changes = listed.map(({ eventId, details, news: change }): ReportedChange & { readonly eventId: string } => {
    const situation = situations.get(eventId);
    return {
      eventId,
      details,
      news: change,
      answerable: situation === undefined ? null : answerableEvent(context, situation),
      answer: situation === undefined ? null : answerOf(situation.event.availability, recipient.id),
    };
  });
  return {
    mail: changeMail({
      firstName: recipient.firstName,
      changes,
      others: news.events.slice(LISTED_EVENTS).map(({ details }) => details),
      groupNames: [group.name],
      links: footerLinks(context, "changes"),
    }),
    pushes: changes.map(({ eventId, details, news: change, answerable }) =>
      pushOf(context, { ...details, id: eventId }, `${newsWord(change)}.`, { isAsked: answerable !== null }),
    ),
    leftOut,
  };
}
