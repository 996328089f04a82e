import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent } from "#domain/calendar/time-zone.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { programmeLine, programmeMail } from "#text/mails/event-mails.ts";
import { pushLine } from "#text/mails/message-frame.ts";
import { type Composition, footLinks, type Occasion, pushOf, todayOf } from "../telling/composing.ts";
import { readSituation } from "../telling/read-situation.ts";

/** What is played, to somebody who comes; too late when they do not any more, the event is over, or nothing is known. */
export async function composeProgramme(occasion: Occasion, eventId: string): Promise<Composition> {
  const { queryable, recipient, now, zone, addresses } = occasion;
  const situation = await readSituation(queryable, eventId, todayOf(occasion));
  if (situation === null) return "too_late";
  const { event, group } = situation;
  const { programme = [] } = event;
  const isOver = endOfEvent(event, zone) <= now.getTime();
  if (isOver || programme.length === 0 || answerOf(event.availability, recipient.id) !== "present") return "too_late";
  const links = { ...footLinks(occasion, "changes"), event: addresses.event(event.id) };
  const { firstName } = recipient;
  return {
    mail: programmeMail({ firstName, event: detailsOf(event), programme, groupName: group.name, links }),
    pushes: [pushOf(occasion, event, pushLine(event, programmeLine(programme)), false)],
  };
}
