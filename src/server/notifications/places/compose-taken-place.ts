import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { fullName } from "#domain/people/people.ts";
import { endOfEvent } from "#domain/calendar/time-zone.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { takenPlaceLine, takenPlaceMail } from "#text/mails/asking-mails.ts";
import { pushLine } from "#text/mails/message-frame.ts";
import { type Composition, footLinks, mayStill, type Occasion, pushOf, todayOf } from "../telling/composing.ts";
import type { Message } from "../telling/message.ts";
import { readPeople } from "../telling/read-recipients.ts";
import { readSituation } from "../telling/read-situation.ts";

type TakenPlaceMessage = Extract<Message, { readonly takenById: string }>;

/** Not sent if the person who took the place no longer has it, or if the event is over. */
export async function composeTakenPlace(occasion: Occasion, message: TakenPlaceMessage): Promise<Composition> {
  const { queryable, recipient, addresses, now, zone } = occasion;
  const situation = await readSituation(queryable, message.eventId, todayOf(occasion));
  if (situation === null || !mayStill(recipient, "event.hear_of_drop_outs", situation)) return "too_late";
  const { event, group } = situation;
  const roles = rolesOfPerson(event.lineUp, message.takenById);
  const people = await readPeople(queryable, [message.takenById, message.leftById]);
  const takenBy = people.find(({ id }) => id === message.takenById);
  const leftBy = people.find(({ id }) => id === message.leftById);
  if (takenBy === undefined || roles.length === 0 || endOfEvent(event, zone) <= now.getTime()) return "too_late";
  return {
    mail: takenPlaceMail({
      firstName: recipient.firstName,
      takenBy: fullName(takenBy),
      leftBy: leftBy === undefined ? null : fullName(leftBy),
      roles,
      event: detailsOf(event),
      groupName: group.name,
      links: { ...footLinks(occasion, "drop_outs"), event: addresses.event(event.id) },
    }),
    pushes: [pushOf(occasion, event, pushLine(event, takenPlaceLine(roles)), false)],
  };
}
