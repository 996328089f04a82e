import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent, type Moment, type TimeZone, todayOf } from "#domain/calendar/time-zone.ts";
import { type DropOut, dropOutOf, dropOutRecipients } from "#domain/notifications/drop-outs.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { dropOutLine, dropOutMail } from "#text/mails/line-up-mails.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import type { DropOutPayload } from "../../planning/events/write-answers.ts";
import { type Composition, eventLinks, mayStill, type Occasion, pushOf } from "../telling/composing.ts";
import type { Message } from "../telling/message.ts";
import { readAdminIds } from "../telling/read-recipients.ts";
import { readPeople, readSituation, type Situation } from "../../planning/events/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";

type DropOutMessage = Extract<Message, { readonly topic: "drop_outs"; readonly personId: string | null }>;

interface ReadDropOut {
  readonly situation: Situation;
  /** `null`: their account was deleted. */
  readonly person: Person | null;
  readonly dropOut: DropOut;
}

/** `null` when the person is present again, the event is over, or it lacks nothing without them. */
async function readDropOut(
  queryable: Queryable,
  { eventId, personId, positions }: DropOutMessage,
  moment: Moment,
): Promise<ReadDropOut | null> {
  const situation = await readSituation(queryable, eventId, moment);
  const [person = null] = personId === null ? [] : await readPeople(queryable, [personId]);
  if (situation === null) return null;
  const { event, question } = situation;
  if (endOfEvent(event, moment.zone) <= moment.now.getTime()) return null;
  if (person !== null && answerOf(event.availability, person.id) === "present") return null;
  const present = { userId: person?.id ?? "", userName: person === null ? "" : fullName(person), positions };
  const dropOut = dropOutOf(question, present, event.date, todayOf(moment));
  return dropOut === null ? null : { situation, person, dropOut };
}

/** Tells leaders and admins that somebody no longer comes, if the event lacks something without them. */
export function tellDropOut(zone: TimeZone, tell: Tell): RunInTransaction {
  return async (queryable, { subject, payload }, now) => {
    const { eventId, userId, positions, saidBy } = payload as DropOutPayload;
    const message = { topic: "drop_outs" as const, eventId, personId: userId, positions };
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const lastMoment = endOfEvent(situation.event, zone) - 1;
    const moment = { now: new Date(Math.min(now.getTime(), lastMoment)), zone };
    const read = await readDropOut(queryable, message, moment);
    if (read === null) return;
    const { group } = read.situation;
    const adminIds = await readAdminIds(queryable);
    const userIds = dropOutRecipients({ ...group, adminIds, userId: userId ?? "", saidBy: saidBy ?? "" });
    const about = `drop_out:${subject}`;
    const messages = userIds.map((id) => ({ userId: id, message, about }));
    const isOver = lastMoment < now.getTime();
    const leftOut = isOver ? userIds.map((id) => ({ userId: id, eventId, reason: "too_late" as const })) : [];
    await tell(queryable, { topic: "drop_outs", messages: isOver ? [] : messages, leftOut }, now);
  };
}

export async function composeDropOut(occasion: Occasion, message: DropOutMessage): Promise<Composition> {
  const { queryable, recipient } = occasion;
  const read = await readDropOut(queryable, message, occasion);
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
      links: eventLinks(occasion, "drop_outs", event),
    }),
    pushes: [pushOf(occasion, event, dropOutLine(dropOut, required))],
  };
}
