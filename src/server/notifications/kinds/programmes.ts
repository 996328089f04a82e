import { answerOf, presentPeople } from "#domain/availability/availability.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { programmeLine, programmeMail } from "#text/mails/event-mails.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readEvent } from "../../planning/events/read-events.ts";
import { type Composition, eventLinks, type MessageContext, pushOf } from "../messages/composing.ts";
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
  const { firstName, id } = context.recipient;
  const situation = await readUpcomingSituation(context, eventId);
  if (situation === null) return "too_late";
  const { event, group } = situation;
  const { programme = [] } = event;
  if (programme.length === 0 || answerOf(event.availability, id) !== "present") return "too_late";
  const links = eventLinks(context, "changes", event);
  return {
    mail: programmeMail({ firstName, event: detailsOf(event), programme, groupName: group.name, links }),
    pushes: [pushOf(context, event, programmeLine(programme))],
  };
}
