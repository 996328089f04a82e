import { type Answer, answerOf, peopleWhoAnswered } from "./availability.ts";
import { compareScheduled } from "./calendar.ts";
import { type EventDetails, findGroup, type Planning } from "./planning.ts";
import type { Service } from "./services.ts";

/** What somebody said of one event. */
export interface PersonAnswer {
  readonly event: EventDetails;
  /** `null` where the event's group is gone. */
  readonly groupName: string | null;
  readonly answer: Answer;
  /** Those recorded with the answer. */
  readonly positions: readonly Service[];
}

/** All that somebody said in a planning, in the order of the events. */
export function answersOfPerson(planning: Planning, userId: string): PersonAnswer[] {
  return planning.events.toSorted(compareScheduled).flatMap(({ groupId, availability, ...event }) => {
    const own = availability.filter((entry) => entry.userId === userId);
    const answer = answerOf(own, userId);
    if (answer === null) return [];
    const { name, date, time, location } = event;
    const groupName = findGroup(planning, groupId)?.name ?? null;
    const positions = peopleWhoAnswered(own, answer).flatMap((person) => person.positions);
    return [{ event: { name, date, time, location }, groupName, answer, positions }];
  });
}
