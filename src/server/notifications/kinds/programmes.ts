import { answerOf, presentPeople } from "#domain/availability/availability.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { programmeLine, programmeMail } from "#text/mails/event-mails.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { readEvent } from "../../planning/events/read-events.ts";
import { type Composition, eventLinks, type Occasion, pushOf } from "../telling/composing.ts";
import { readUpcomingSituation } from "../../planning/events/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";

/** Tells the people who are present what is played. The job's subject is the event's id. */
export function tellProgramme(tell: Tell): RunInTransaction {
  return async (queryable, { subject: eventId }, now) => {
    const event = await readEvent(queryable, eventId);
    if (event === null) return;
    const messages = presentPeople(event.availability).map(({ userId }) => ({
      userId,
      message: { topic: "changes" as const, programmeOf: eventId },
      about: `programme:${eventId}`,
    }));
    await tell(queryable, { topic: "changes", messages }, now);
  };
}

/** What is played. Too late when the person no longer comes, the event is over, or its programme is empty. */
export async function composeProgramme(occasion: Occasion, eventId: string): Promise<Composition> {
  const { firstName, id } = occasion.recipient;
  const situation = await readUpcomingSituation(occasion, eventId);
  if (situation === null) return "too_late";
  const { event, group } = situation;
  const { programme = [] } = event;
  if (programme.length === 0 || answerOf(event.availability, id) !== "present") return "too_late";
  const links = eventLinks(occasion, "changes", event);
  return {
    mail: programmeMail({ firstName, event: detailsOf(event), programme, groupName: group.name, links }),
    pushes: [pushOf(occasion, event, programmeLine(programme))],
  };
}
