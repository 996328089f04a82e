import { answerOf } from "#domain/availability/availability.ts";
import { areSameRoles, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { fullName } from "#domain/people/people.ts";
import { endOfEvent } from "#domain/calendar/time-zone.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { placeLine, placeMail } from "#text/mails/line-up-mails.ts";
import { pushLine } from "#text/mails/message-frame.ts";
import { type Composition, footLinks, type Occasion, pushOf, todayOf } from "../telling/composing.ts";
import type { Message } from "../telling/message.ts";
import { readPeople } from "../telling/read-recipients.ts";
import { readSituation } from "../telling/read-situation.ts";
import { readToldLineUp } from "./write-told-places.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/**
 * Tells the line-up as it was when this was decided: what changed since is told by a message of its own, once it has not
 * changed for a while. Nothing when all is as the person knows it, the event is over, or they left it themselves.
 */
export async function composePlace(
  occasion: Occasion,
  { eventId, before, isUncertain = false }: PlaceMessage,
): Promise<Composition> {
  const { queryable, recipient, addresses, now, zone, isForEntrusted = false } = occasion;
  const situation = await readSituation(queryable, eventId, todayOf(occasion));
  if (situation === null || endOfEvent(situation.event, zone) <= now.getTime()) return "too_late";
  const { event, group } = situation;
  const lineUp = await readToldLineUp(queryable, eventId);
  const change = { before, now: rolesOfPerson(lineUp, recipient.id) };
  if (!isUncertain && areSameRoles(change.before, change.now)) return "too_late";
  if (change.now.length === 0 && answerOf(event.availability, recipient.id) !== "present") {
    return reasonOfAnswer(event.availability, recipient.id) ?? "too_late";
  }
  const people = await readPeople(
    queryable,
    lineUp.map(({ userId }) => userId),
  );
  const names = new Map(people.map((person) => [person.id, fullName(person)]));
  return {
    mail: placeMail({
      ...change,
      firstName: recipient.firstName,
      isForEntrusted,
      event: detailsOf(event),
      lineUp: lineUp.flatMap(({ role, userId }) => {
        const name = names.get(userId);
        return name === undefined ? [] : [{ role, name }];
      }),
      groupName: group.name,
      links: { ...footLinks(occasion, "place"), event: addresses.event(event.id) },
    }),
    pushes: [
      pushOf(
        occasion,
        event,
        pushLine(event, placeLine(change, isForEntrusted ? recipient.firstName : undefined)),
        false,
      ),
    ],
  };
}
