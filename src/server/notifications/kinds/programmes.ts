import { answerOf, presentPeople } from "#domain/availability/availability.ts";
import { programmeLine, programmeMail } from "#text/mails/event-mails.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readEvent } from "../../planning/events/read-events.ts";
import { type Composition, eventMessage, type MessageContext, pushOf } from "../messages/composing.ts";
import { readUpcomingSituation } from "../../planning/events/read-situation.ts";
import type { QueueMessages } from "../messages/write-messages.ts";

/** The handler of jobs `programme`, whose subject is an event's id: queues the programme for the people who are present. */
export function queueProgrammeMessages(queueMessages: QueueMessages): RunInTransaction {
  return async (queryable, { subject: eventId }, now) => {
    const event = await readEvent(queryable, eventId);
    if (event === null) return;
    const messages = presentPeople(event.availability).map(({ userId }) => ({
      userId,
      message: { topic: "changes" as const, programmeOf: eventId },
      replaceKey: `programme:${eventId}`,
    }));
    await queueMessages(queryable, { topic: "changes", messages }, now);
  };
}

/** The message with the programme. Not sent if the recipient no longer comes, or the event is over or has no programme. */
export async function composeProgramme(context: MessageContext, eventId: string): Promise<Composition> {
  const situation = await readUpcomingSituation(context, eventId);
  if (situation === null) return "too_late";
  const { event } = situation;
  const { programme = [] } = event;
  if (programme.length === 0 || answerOf(event.availability, context.recipient.id) !== "present") return "too_late";
  return {
    mail: programmeMail({ ...eventMessage(context, "changes", situation), programme }),
    pushes: [pushOf(context, event, programmeLine(programme))],
  };
}
