import { type Answer, answerOf, peopleWhoAnswered } from "../../availability/availability.ts";
import { compareScheduled } from "../../calendar/calendar.ts";
import { detailsOf, type EventDetails, findGroup, type Planning } from "../planning.ts";

/** One person's answer to one event. */
export interface PersonAnswer {
  readonly event: EventDetails;
  /** `null` if the event's group is deleted. */
  readonly groupName: string | null;
  readonly answer: Answer;
  /** The services recorded with the answer. */
  readonly positions: readonly string[];
}

/** All answers of one person in a planning, in the order of the events. */
export function answersOfPerson(planning: Planning, userId: string): PersonAnswer[] {
  return planning.events.toSorted(compareScheduled).flatMap(({ groupId, availability, ...event }) => {
    const own = availability.filter((entry) => entry.userId === userId);
    const answer = answerOf(own, userId);
    if (answer === null) return [];
    const groupName = findGroup(planning, groupId)?.name ?? null;
    const positions = peopleWhoAnswered(own, answer).flatMap((person) => person.positions);
    return [{ event: detailsOf(event), groupName, answer, positions }];
  });
}
