import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { fullName } from "#domain/people/people.ts";
import { endOfEvent } from "#domain/calendar/time-zone.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { pushLine, pushText } from "#text/mails/message-frame.ts";
import { outcomeLine, outcomeMail, replacementLine, replacementMail, requestMail } from "#text/mails/asking-mails.ts";
import {
  answerable,
  type Composition,
  footLinks,
  mayStill,
  type Occasion,
  pushOf,
  todayOf,
} from "../telling/composing.ts";
import type { Message } from "../telling/message.ts";
import { readPeople } from "../telling/read-recipients.ts";
import { readSituation, type Situation } from "../telling/read-situation.ts";

type RequestMessage = Extract<Message, { readonly topic: "requests" }>;

function isStanding({ question }: Situation): boolean {
  const state = playState(question);
  return state === "complete" || state === "fragile";
}

/** To a person who is asked, or to who asked them one after the other, unless it is not true any more: the person answered, the
 * line-up changed, or the event is over. */
export async function composeRequest(occasion: Occasion, message: RequestMessage): Promise<Composition> {
  const { queryable, recipient, now, zone, addresses, isForEntrusted = false } = occasion;
  const situation = await readSituation(queryable, message.eventId, todayOf(occasion));
  if (situation === null) return "too_late";
  const { event, group } = situation;
  if (endOfEvent(event, zone) <= now.getTime()) return "too_late";
  const { firstName } = recipient;
  const links = footLinks(occasion, "requests");
  if ("outcome" in message) {
    const { outcome } = message;
    if (!mayStill(recipient, "event.ask_people", situation) || isStanding(situation) !== (outcome === "complete"))
      return "too_late";
    const withEvent = { ...links, event: addresses.event(event.id) };
    return {
      mail: outcomeMail({ firstName, event: detailsOf(event), outcome, groupName: group.name, links: withEvent }),
      pushes: [pushOf(occasion, event, pushLine(event, outcomeLine(outcome)), false)],
    };
  }
  const [asking] = await readPeople(queryable, [message.askedById]);
  const answered = reasonOfAnswer(event.availability, recipient.id);
  if (asking === undefined || answered !== null) return answered ?? "too_late";
  const asked = answerable(occasion, situation);
  if (message.isReplacement === true) {
    const roles = rolesOfPerson(event.lineUp, asking.id);
    if (!isPlaceFree(event, asking.id)) return "too_late";
    const replacement = { firstName, askedBy: fullName(asking), roles, event: asked, groupName: group.name, links };
    return {
      mail: replacementMail(replacement),
      pushes: [pushOf(occasion, event, pushLine(event, replacementLine(roles)), true)],
    };
  }
  return {
    mail: requestMail({
      firstName,
      isForEntrusted,
      askedBy: fullName(asking),
      event: asked,
      groupName: group.name,
      links,
    }),
    pushes: [pushOf(occasion, event, pushLine(event, asked.stake ?? pushText.requested), true)],
  };
}
