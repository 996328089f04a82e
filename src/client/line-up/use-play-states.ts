import { useCallback } from "react";
import { missingRoles } from "#domain/critical-roles.ts";
import { type PlayState, playState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePeopleStatus } from "../people/people-hooks.ts";
import { usePlayQuestions } from "./use-play-questions.ts";

/**
 * Whether those present at an event can play, for its sign; the same function until something that it stands on changes.
 * While the people are not known nobody knows who could still be asked: missing roles are then roles to fill.
 */
export function usePlayStates(): (event: PlannedEvent) => PlayState {
  const questionOf = usePlayQuestions();
  const isKnown = usePeopleStatus() === "ready";
  return useCallback(
    (event) => {
      const isOpen = !isKnown && missingRoles(event.availability).length > 0;
      return isOpen ? "roles_to_fill" : playState(questionOf(event));
    },
    [questionOf, isKnown],
  );
}
