import { useCallback } from "react";
import { missingRoles } from "#domain/critical-roles.ts";
import { type PlayState, playState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePeopleStatus } from "../people/people-hooks.ts";
import { useGroupRules } from "../planning/planning-hooks.ts";
import { usePlayQuestions } from "./use-play-questions.ts";

/**
 * Whether those present at an event can play, for its sign; the same function until something that it stands on changes.
 * While the people, or who of them belongs to the group, are not known nobody knows who could still be asked: missing
 * roles are then roles to fill.
 */
export function usePlayStates(): (event: PlannedEvent) => PlayState {
  const questionOf = usePlayQuestions();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const { isKnown: isGroupKnown } = useGroupRules();
  return useCallback(
    (event) => {
      const isKnown = arePeopleKnown && isGroupKnown(event.groupId);
      const isOpen = !isKnown && missingRoles(event.availability).length > 0;
      return isOpen ? "roles_to_fill" : playState(questionOf(event));
    },
    [questionOf, arePeopleKnown, isGroupKnown],
  );
}
