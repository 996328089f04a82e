import { answerOf } from "#domain/availability/availability.ts";
import { newsToTell, untoldSince } from "#domain/notifications/event-news.ts";
import { changeMail, newsWord, type ToldChange } from "#text/mails/event-mails.ts";
import { pushLine } from "#text/mails/message-frame.ts";
import { readKnownEvents } from "../../planning/events/read-events.ts";
import { answerable, type Composition, footLinks, type Occasion, pushOf, todayOf } from "../telling/composing.ts";
import type { ChangeMessage } from "../telling/message.ts";
import { readSituations } from "../telling/read-situation.ts";
import { readKnown } from "./read-known-events.ts";
import { readChanged, readToldGroup } from "./read-changed-events.ts";

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
  const situations = await readSituations(queryable, events, todayOf(occasion));
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
      pushOf(occasion, { ...details, id: eventId }, pushLine(details, `${newsWord(what)}.`), asked !== null),
    ),
    leftOut,
  };
}
