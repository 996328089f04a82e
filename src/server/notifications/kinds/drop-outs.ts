import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent, type Moment, type TimeZone, todayOf } from "#domain/calendar/time-zone.ts";
import { type DropOut, dropOutOf, dropOutRecipients } from "#domain/notifications/drop-outs.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import { dropOutLine, dropOutMail } from "#text/mails/line-up-mails.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import type { DropOutPayload } from "../../planning/events/write-answers.ts";
import { type Composition, eventMessage, stillHasRight, type MessageContext, pushOf } from "../messages/composing.ts";
import type { Message } from "../messages/message.ts";
import { readAdminIds } from "../messages/read-recipients.ts";
import { readPeople, readSituation, type Situation } from "../../planning/events/read-situation.ts";
import type { QueueMessages } from "../messages/write-messages.ts";

type DropOutMessage = Extract<Message, { readonly topic: "drop_outs"; readonly personId: string | null }>;

interface CurrentDropOut {
  readonly situation: Situation;
  /** `null`: their account was deleted. */
  readonly person: Person | null;
  readonly dropOut: DropOut;
}

/** The drop-out as it is now; `null` when the person is present again, the event is over, or no role is missing. */
async function readDropOut(
  queryable: Queryable,
  { eventId, personId, positions }: DropOutMessage,
  moment: Moment,
): Promise<CurrentDropOut | null> {
  const situation = await readSituation(queryable, eventId, moment);
  const [person = null] = personId === null ? [] : await readPeople(queryable, [personId]);
  if (situation === null) return null;
  const { event, question } = situation;
  if (endOfEvent(event, moment.zone) <= moment.now.getTime()) return null;
  if (person !== null && answerOf(event.availability, person.id) === "present") return null;
  // After the deletion of an account only the services are known.
  const formerPlayer = { userId: person?.id ?? "", userName: person === null ? "" : fullName(person), positions };
  const dropOut = dropOutOf(question, formerPlayer, event.date, todayOf(moment));
  return dropOut === null ? null : { situation, person, dropOut };
}

/** The handler of jobs `drop_out`: notifies leaders and admins that somebody no longer comes, if a role is then missing. */
export function queueDropOutMessages(zone: TimeZone, queueMessages: QueueMessages): RunInTransaction {
  return async (queryable, { subject, payload }, now) => {
    const { eventId, userId, positions, saidBy } = payload as DropOutPayload;
    const message = { topic: "drop_outs" as const, eventId, personId: userId, positions };
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const lastMoment = endOfEvent(situation.event, zone) - 1;
    // If the event ended in the meantime, its end counts as now: the recipients of then get the outcome `too_late`.
    const moment = { now: new Date(Math.min(now.getTime(), lastMoment)), zone };
    const current = await readDropOut(queryable, message, moment);
    if (current === null) return;
    const { group } = current.situation;
    const adminIds = await readAdminIds(queryable);
    const userIds = dropOutRecipients({ ...group, adminIds, userId: userId ?? "", saidBy: saidBy ?? "" });
    const replaceKey = `drop_out:${subject}`;
    const messages = userIds.map((id) => ({ userId: id, message, replaceKey }));
    const isOver = lastMoment < now.getTime();
    const leftOut = isOver ? userIds.map((id) => ({ userId: id, eventId, reason: "too_late" as const })) : [];
    await queueMessages(queryable, { topic: "drop_outs", messages: isOver ? [] : messages, leftOut }, now);
  };
}

/** Not sent if the recipient may no longer see drop-outs of this group. For the other reasons see `readDropOut`. */
export async function composeDropOut(context: MessageContext, message: DropOutMessage): Promise<Composition> {
  const { queryable, recipient } = context;
  const current = await readDropOut(queryable, message, context);
  if (current === null || !stillHasRight(recipient, "event.hear_of_drop_outs", current.situation)) return "too_late";
  const { situation, person, dropOut } = current;
  const { event, question } = situation;
  const required = question.requiredRoles;
  return {
    mail: dropOutMail({
      ...eventMessage(context, "drop_outs", situation),
      person,
      isAbsent: person !== null && answerOf(event.availability, person.id) === "absent",
      dropOut,
      required,
    }),
    pushes: [pushOf(context, event, dropOutLine(dropOut, required))],
  };
}
