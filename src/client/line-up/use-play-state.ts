import { useMemo } from "react";
import type { CriticalRole } from "#domain/critical-roles.ts";
import { type PlayState, tiedRoles } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePlayQuestions } from "./use-play-questions.ts";
import { usePlayStates } from "./use-play-states.ts";

/** An event's state, and the roles that are covered but not together. */
export function usePlayState(event: PlannedEvent): {
  readonly state: PlayState;
  readonly tied: readonly CriticalRole[];
} {
  const stateOf = usePlayStates();
  const questionOf = usePlayQuestions();
  return useMemo(() => {
    const state = stateOf(event);
    return { state, tied: state === "not_together" ? tiedRoles(questionOf(event)) : [] };
  }, [event, stateOf, questionOf]);
}
