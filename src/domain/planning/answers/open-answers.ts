import { answerOf } from "../../availability/availability.ts";
import { type PlainDate, upcoming } from "../../calendar/calendar.ts";
import { comparePeople, type Person } from "../../people/people.ts";
import type { PlannedEvent } from "../planning.ts";

/** Answers are requested for this many of a group's next events: a month of Sundays. */
const ASKED_EVENTS = 4;

/** A person, and the coming events that they have not answered yet, soonest first. */
export interface OpenAnswers<P extends Person = Person> {
  readonly person: P;
  readonly events: readonly PlannedEvent[];
}

/** The events for which answers are requested: the next ones from `today` on, soonest first. */
export function askedEvents(events: readonly PlannedEvent[], today: PlainDate): PlannedEvent[] {
  return upcoming(events, today, ASKED_EVENTS);
}

/** The group members who have not answered some of these events, in French alphabetical order. */
export function openAnswersOf<P extends Person>(
  members: readonly P[],
  events: readonly PlannedEvent[],
): OpenAnswers<P>[] {
  return members
    .toSorted(comparePeople)
    .map((person) => ({
      person,
      events: events.filter(({ availability }) => answerOf(availability, person.id) === null),
    }))
    .filter((open) => open.events.length > 0);
}
