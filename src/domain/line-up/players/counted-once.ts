import { answerOf, type AvailabilityEntry } from "../../availability/availability.ts";
import { type BandRole, covers } from "../band-roles.ts";

/** The ids of two people of one name. */
export type NamesakePair = readonly [string, string];

interface Question {
  readonly availability: readonly AvailabilityEntry[];
  readonly requiredRoles: readonly BandRole[];
  readonly namesakes?: readonly NamesakePair[];
}

/** The pairs of which both are present, and who are perhaps one person. */
export function presentNamesakes({ availability, namesakes = [] }: Question): NamesakePair[] {
  return namesakes.filter((pair) => pair.every((id) => answerOf(availability, id) === "present"));
}

/** The question in which of two who are perhaps one person only the one counts who holds more that is required. */
export function countedOnce<Q extends Question>(question: Q): Q {
  const { availability, requiredRoles } = question;
  const held = (id: string) =>
    availability.filter(({ userId, position }) => userId === id && requiredRoles.some((role) => covers(position, role)))
      .length;
  const left = new Set<string>();
  for (const [one, other] of presentNamesakes(question)) {
    if (!left.has(one) && !left.has(other)) left.add(held(one) < held(other) ? one : other);
  }
  return { ...question, availability: availability.filter(({ userId }) => !left.has(userId)) };
}
