import { useMemo } from "react";
import { missingRoles } from "#domain/line-up/critical-roles.ts";
import { type PlayState, playState, tiedRoles } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeopleStatus } from "../people/people-hooks.ts";
import { useGroupRules } from "../planning/planning-hooks.ts";
import { perEvent } from "./per-event.ts";
import { usePlayQuestions } from "./use-play-questions.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";

/**
 * Returns a function that computes an event's state for its sign; the same function until its data changes. Until the
 * user list and the group's members are loaded, it is unknown who could still be asked: missing roles then count as
 * roles to fill.
 */
export function usePlayStates(): (event: PlannedEvent) => PlayState {
  const questionOf = usePlayQuestions();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const { isKnown: isGroupKnown, requiredRolesOf } = useGroupRules();
  return useMemo(
    () =>
      perEvent((event) => {
        const isKnown = arePeopleKnown && isGroupKnown(event.groupId);
        const isOpen = !isKnown && missingRoles(event.availability, requiredRolesOf(event)).length > 0;
        return isOpen ? "roles_to_fill" : playState(questionOf(event));
      }),
    [questionOf, arePeopleKnown, isGroupKnown, requiredRolesOf],
  );
}

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
