import { answerOf } from "#domain/availability/availability.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { leftOutOfNews, newsBetween, newsToTell, untoldSince } from "#domain/notifications/event-news.ts";
import { changeMail, newsWord, type ToldChange } from "#text/mails/event-mails.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readKnownEvents } from "../../planning/events/read-events.ts";
import { answerable, type Composition, footLinks, type Occasion, pushOf } from "../telling/composing.ts";
import type { ChangeMessage, KeptNews, KnownEvent } from "../telling/message.ts";
import { readSituations } from "../telling/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import { type FormerEvent, readChanged, readDetails, readKnown, readToldGroup } from "./read-changed-events.ts";
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

/** Events of a group that changed, and its members. */
interface ToldFormer {
  readonly groupId: string;
  readonly former: readonly FormerEvent[];
  readonly memberIds: readonly string[];
}

function messageTo(userId: string, groupId: string, known: readonly (KnownEvent | KeptNews)[]) {
  return { userId, message: { topic: "changes" as const, groupId, known }, about: `change:${groupId}` };
}

/** Those that differ from what is known. */
async function stillNews(queryable: Queryable, former: readonly FormerEvent[]): Promise<FormerEvent[]> {
  const ids = former.map(({ eventId }) => eventId);
  const details = await readDetails(queryable, ids);
  return former.filter(({ eventId, before }) => newsBetween(before, details.get(eventId) ?? null) !== null);
}

/** Tells the members of a group what changed, once nothing has changed for a while. The job's subject is the group's id. */
export function tellChanges(zone: TimeZone, tell: Tell): RunInTransaction {
  /** Tells of each event by itself. */
  async function tellSingly(queryable: Queryable, told: ToldFormer, now: Date): Promise<void> {
    const { groupId, former, memberIds } = told;
    const changed = await readChanged(queryable, groupId, former);
    const formerById = new Map(former.map((event) => [event.eventId, event]));
    const members = { [groupId]: memberIds };
    const messages = newsToTell(changed, members, now.getTime(), zone).map(({ userId, events }) => {
      const known = events.flatMap(({ eventId }) => formerById.get(eventId) ?? []);
      return messageTo(
        userId,
        groupId,
        known.map((event) => knownTo(userId, event)),
      );
    });
    const leftOut = leftOutOfNews(changed, members, now.getTime(), zone);
    await tell(queryable, { topic: "changes", messages, leftOut }, now);
  }

  /** Tells of all of them together. */
  async function tellTogether(queryable: Queryable, newsId: string, told: ToldFormer, now: Date): Promise<void> {
    const { groupId, former, memberIds } = told;
    await keepNews(queryable, newsId, former, now);
    const [first] = former;
    const overview = first && { eventId: first.eventId, others: former.length - 1 };
    const messages = Array.from(keptFor(newsId, former, memberIds), ([userId, known]) => ({
      ...messageTo(userId, groupId, known),
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

/** A message lists the soonest so many events: a deleted group may have hundreds. */
const LISTED_EVENTS = 10;

/** What changed of these events for the person, unless all is as they know it, or they do not come. */
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
  const news = newsToTell(changed, members, now.getTime(), zone).find(({ userId }) => userId === recipient.id);
  const leftOut = untoldSince(changed, news?.events ?? [], recipient.id);
  if (news === undefined) return leftOut;
  const listed = news.events.slice(0, LISTED_EVENTS);
  const events = await readKnownEvents(queryable, { ids: listed.map(({ eventId }) => eventId) });
  const situations = await readSituations(queryable, events, occasion);
  const told = listed.map(({ eventId, details, news: what }): ToldChange & { readonly eventId: string } => {
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
