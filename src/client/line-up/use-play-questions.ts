import { useCallback, useMemo } from "react";
import { isPast } from "#domain/calendar/calendar.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { missingRoles } from "#domain/line-up/critical-roles.ts";
import { type PlayQuestion, type PlayState, playState, tiedRoles } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeople, usePeopleStatus } from "../people/people-hooks.ts";
import { useGroupRules, usePlanningEnvironment } from "../planning/planning-hooks.ts";
import { useNow } from "../planning/today.ts";

/** A cache: calls `compute` once for each event object. A changed event is a new object. */
export function perEvent<Value>(compute: (event: PlannedEvent) => Value): (event: PlannedEvent) => Value {
  const cache = new WeakMap<PlannedEvent, { readonly value: Value }>();
  return (event) => {
    const cached = cache.get(event) ?? { value: compute(event) };
    cache.set(event, cached);
    return cached.value;
  };
}

/**
 * Returns a function that collects everything to decide whether an event can be played: answers, members, required roles
 * (`PlayQuestion`). The function stays the same object until the data changes.
 */
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

/**
 * Returns a function that computes the state of an event: whether it can be played. It stays the same object until the data
 * changes. Until users and members are loaded, an event with missing roles is `roles_to_fill`: nobody knows yet whether
 * somebody could fill them.
 */
export function usePlayStates(): (event: PlannedEvent) => PlayState {
  const questionOf = usePlayQuestions();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const { isKnown: isGroupKnown, requiredRolesOf } = useGroupRules();
  return useMemo(
    () =>
      perEvent((event) => {
        const isKnown = arePeopleKnown && isGroupKnown(event.groupId);
        const hasMissing = missingRoles(event.availability, requiredRolesOf(event)).length > 0;
        return !isKnown && hasMissing ? "roles_to_fill" : playState(questionOf(event));
      }),
    [questionOf, arePeopleKnown, isGroupKnown, requiredRolesOf],
  );
}

/** The state of an event. `tied`: in the state `not_together`, the roles that cannot all be filled at once. */
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

/**
 * Returns a function that resolves with sentences about other events at the same time, at which the person is present too
 * (`alsoPresent`). Its code is loaded at the first call; if that fails, the text is empty.
 */
export function useAlsoPresent(): (events: readonly PlannedEvent[], userId: string) => Promise<string> {
  const { source } = usePlanningEnvironment();
  return (events, userId) =>
    import("./also-present.ts").then(
      ({ alsoPresent }) => alsoPresent(source.snapshot(), events, userId),
      () => "",
    );
}
