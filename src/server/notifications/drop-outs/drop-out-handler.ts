import { endOfEvent, type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { whomToTellOfDropOut } from "#domain/notifications/drop-outs.ts";
import type { JobHandler } from "../../jobs/job.ts";
import type { DropOutPayload } from "../../planning/events/write-drop-outs.ts";
import { byDay } from "../telling/by-day.ts";
import { type DropOutMessage, readDropOut } from "./read-drop-out.ts";
import { readSituation } from "../telling/read-situation.ts";
import { readAdminIds } from "../telling/read-recipients.ts";
import type { Tell } from "../telling/write-messages.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { dropOutLine, dropOutMail } from "#text/mails/line-up-mails.ts";
import { pushLine } from "#text/mails/message-frame.ts";
import { type Composition, footLinks, mayStill, type Occasion, pushOf } from "../telling/composing.ts";

/** Tells leaders and admins that somebody no longer comes, if the event is worse off. */
export function createDropOutHandler(zone: TimeZone, tell: Tell): JobHandler {
  return byDay(zone, async (queryable, { subject, payload }, now) => {
    const { eventId, userId, positions, saidBy } = payload as DropOutPayload;
    const message = { topic: "drop_outs" as const, eventId, personId: userId, positions };
    const situation = await readSituation(queryable, eventId, wallTimeAt(now.getTime(), zone).date);
    if (situation === null) return;
    const lastMoment = endOfEvent(situation.event, zone) - 1;
    const read = await readDropOut(queryable, message, new Date(Math.min(now.getTime(), lastMoment)), zone);
    if (read === null) return;
    const { group } = read.situation;
    const adminIds = await readAdminIds(queryable);
    const told = whomToTellOfDropOut({ ...group, adminIds, userId: userId ?? "", saidBy: saidBy ?? "" });
    const about = `drop_out:${subject}`;
    const messages = told.map((id) => ({ userId: id, message, about }));
    const isOver = lastMoment < now.getTime();
    const leftOut = isOver ? told.map((id) => ({ userId: id, eventId, reason: "too_late" as const })) : [];
    await tell(queryable, { topic: "drop_outs", messages: isOver ? [] : messages, leftOut }, now);
  });
}

export async function composeDropOut(occasion: Occasion, message: DropOutMessage): Promise<Composition> {
  const { queryable, recipient, addresses, now, zone } = occasion;
  const read = await readDropOut(queryable, message, now, zone);
  if (read === null || !mayStill(recipient, "event.hear_of_drop_outs", read.situation)) return "too_late";
  const { situation, person, dropOut } = read;
  const { event, group, question } = situation;
  const required = question.requiredRoles;
  return {
    mail: dropOutMail({
      firstName: recipient.firstName,
      event: detailsOf(event),
      person,
      isAbsent: person !== null && answerOf(event.availability, person.id) === "absent",
      dropOut,
      required,
      groupName: group.name,
      links: { ...footLinks(occasion, "drop_outs"), event: addresses.event(event.id) },
    }),
    pushes: [pushOf(occasion, event, pushLine(event, dropOutLine(dropOut, required)), false)],
  };
}
