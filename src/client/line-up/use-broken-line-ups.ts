import { useMemo } from "react";
import { isBroken } from "#domain/line-up/repairing/faults.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeopleStatus } from "../people/people-hooks.ts";
import { useGroupRules } from "../planning/planning-hooks.ts";
import { perEvent, usePlayQuestions } from "./use-play-questions.ts";

/**
 * Returns a function that tells whether the line-up that the leader chose for an event needs a repair, for example because
 * somebody on it is absent now. `false` until people and members are loaded. It stays the same object until the data changes.
 * @param canRepair whether the user may repair line-ups; otherwise the result is always `false`
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
