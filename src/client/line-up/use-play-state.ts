import { useMemo } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { type PlayState, tiedRoles } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePlayQuestions } from "./use-play-questions.ts";
import { usePlayStates } from "./use-play-states.ts";

/** An event's play state. `tied`: in the state `not_together`, the roles that cannot all be filled at once. */
export function usePlayState(event: PlannedEvent): {
  readonly state: PlayState;
  readonly tied: readonly BandRole[];
} {
  const stateOf = usePlayStates();
  const questionOf = usePlayQuestions();
  return useMemo(() => {
    const state = stateOf(event);
    return { state, tied: state === "not_together" ? tiedRoles(questionOf(event)) : [] };
  }, [event, stateOf, questionOf]);
}
