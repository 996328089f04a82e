import { closedSince, stillOpen } from "#domain/notifications/reminders.ts";
import { pushLine, pushText } from "#text/mails/message-frame.ts";
import { reminderMail } from "#text/mails/event-mails.ts";
import { answerable, type Composition, footLinks, type Occasion, pushOf, todayOf } from "../telling/composing.ts";
import { readRemindedEvents, readReminderPlans } from "./read-reminded-events.ts";
import { readMembers, readSituations } from "../telling/read-situation.ts";

/** The events that the person still has not answered. */
export async function composeReminder(occasion: Occasion, eventIds: readonly string[]): Promise<Composition> {
  const { queryable, recipient, now, zone, addresses } = occasion;
  const today = todayOf(occasion);
  const plans = await readReminderPlans(queryable, today, eventIds);
  const events = await readRemindedEvents(queryable, plans, today);
  const members = await readMembers(queryable);
  const reminder = { userId: recipient.id, eventIds };
  const open = stillOpen(reminder, events, members, now.getTime(), zone);
  const leftOut = closedSince(reminder, open, events);
  if (open === null) return leftOut;
  const openIds = new Set(open.eventIds);
  const read = events.flatMap(({ event }) => (openIds.has(event.id) ? [event] : []));
  const situations = [...(await readSituations(queryable, read, today)).values()];
  const asked = situations.map((situation) => answerable(occasion, situation));
  return {
    mail: reminderMail({
      firstName: recipient.firstName,
      events: asked,
      groupNames: [...new Set(situations.map(({ group }) => group.name))],
      links: { ...footLinks(occasion, "reminders"), absences: addresses.absences },
    }),
    pushes: situations.map(({ event }, index) =>
      pushOf(occasion, event, pushLine(event, asked[index]?.stake ?? pushText.answerMissing), true),
    ),
    leftOut,
  };
}
