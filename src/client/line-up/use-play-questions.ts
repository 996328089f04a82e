import { useCallback, useMemo } from "react";
import { isPast } from "#domain/calendar/calendar.ts";
import type { PlayQuestion } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeople } from "../people/people-hooks.ts";
import { useGroupRules } from "../planning/planning-hooks.ts";
import { useNow } from "../planning/today.ts";

/** Returns a function that adds to an event the people who count for it; the same function until its data changes. */
export function usePlayQuestions(): (event: PlannedEvent) => PlayQuestion {
  const people = usePeople();
  const namesakes = useMemo(
    () => people.flatMap(({ id, namesakes: ids = [] }) => ids.map((other) => [id, other] as const)),
    [people],
  );
  const now = useNow();
  const { membersOf, pairsOf, requiredRolesOf } = useGroupRules();
  return useCallback(
    (event) => ({
      availability: event.availability,
      people: membersOf(event.groupId, people),
      namesakes,
      combinablePairs: pairsOf(event.groupId),
      requiredRoles: requiredRolesOf(event),
      isPast: isPast(event, now),
    }),
    [people, namesakes, now, membersOf, pairsOf, requiredRolesOf],
  );
}
