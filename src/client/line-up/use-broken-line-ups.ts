import { useMemo } from "react";
import { isBroken } from "#domain/line-up/repairing/faults.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeopleStatus } from "../people/people-hooks.ts";
import { useGroupRules } from "../planning/planning-hooks.ts";
import { perEvent, usePlayQuestions } from "./use-play-questions.ts";

/**
 * Returns a function that tells whether an event's kept line-up needs a repair; the same function until its data changes.
 * The answer is no until people and members are loaded.
 * @param canRepair whether the reader may repair; for others the answer is always no
 */
export function useBrokenLineUps(canRepair: boolean): (event: PlannedEvent) => boolean {
  const questionOf = usePlayQuestions();
  const arePeopleKnown = usePeopleStatus() !== "loading";
  const { isKnown } = useGroupRules();
  return useMemo(
    () =>
      perEvent((event) => {
        if (!canRepair || event.lineUp === undefined || !arePeopleKnown || !isKnown(event.groupId)) return false;
        const question = questionOf(event);
        return !question.isPast && isBroken(question, event.lineUp);
      }),
    [questionOf, canRepair, arePeopleKnown, isKnown],
  );
}
