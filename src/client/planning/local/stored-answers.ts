import { answersOfPerson, type PersonAnswer } from "#domain/person-answers.ts";
import { NEW_PLANNING } from "./local-source.ts";
import { usePlanningSurroundings } from "./planning-context.ts";
import { createStoredPlanning } from "./stored-planning.ts";

/** How to read what somebody said of the events that this browser keeps by itself, whichever planning counts. */
export function useStoredAnswers(): (userId: string) => PersonAnswer[] {
  const { device } = usePlanningSurroundings();
  return (userId) => {
    const { parts } = createStoredPlanning(device.storage).read();
    return answersOfPerson({ ...NEW_PLANNING, ...parts }, userId);
  };
}
