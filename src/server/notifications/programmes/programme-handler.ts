import { presentPeople } from "#domain/availability/availability.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { readEvent } from "../../planning/events/read-events.ts";
import { byDay } from "../telling/by-day.ts";
import type { Tell } from "../telling/write-messages.ts";

/** Tells those present what is played. The job's subject is the event's id. */
export function createProgrammeHandler(zone: TimeZone, tell: Tell): JobHandler {
  return byDay(zone, async (queryable, { subject: eventId }, now) => {
    const { row: event } = await readEvent(queryable, eventId);
    if (event === null) return;
    const messages = presentPeople(event.availability).map(({ userId }) => ({
      userId,
      message: { topic: "changes" as const, programmeOf: eventId },
      about: `programme:${eventId}`,
    }));
    await tell(queryable, { topic: "changes", messages }, now);
  });
}
