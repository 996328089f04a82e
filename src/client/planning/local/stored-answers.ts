import { answersOfPerson, type PersonAnswer } from "#domain/planning/answers/person-answers.ts";
import { usePlanningEnvironment } from "../planning-context.ts";
import { createStoredPlanning, NEW_PLANNING } from "./stored-planning.ts";

/**
 * Returns a function that reads a person's answers to the events stored in this browser, even where the shared planning
 * is in use.
 */
export function useStoredAnswers(): (userId: string) => PersonAnswer[] {
  const { device } = usePlanningEnvironment();
  return (userId) => {
    const { parts } = createStoredPlanning(device.storage).read();
    return answersOfPerson({ ...NEW_PLANNING, ...parts }, userId);
  };
}
