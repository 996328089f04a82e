import { useMemo } from "react";
import { type Absence, type AbsenceDays, comingAbsences, covers } from "#domain/availability/absences.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import { usePlanningPart } from "#client/planning/planning-context.ts";
import { useOwnGroupIds } from "#client/planning/membership/memberships.ts";
import { useToday } from "#client/planning/today.ts";
import { useNeeds } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";

/** The events of the user's groups on some days. */
export interface TouchedEvents {
  readonly count: number;
  /** At how many of them one has answered. */
  readonly answered: number;
}

/** One's absences that are not over, by their first day. */
export function useOwnAbsences(): readonly Absence[] {
  const { id } = useUser();
  const today = useToday();
  const absences = usePlanningPart("absences");
  return useMemo(
    () =>
      comingAbsences(
        absences.filter(({ person }) => person.id === id),
        today,
      ),
    [absences, id, today],
  );
}

/** How many events each of these ranges touches; `null` while that is not known. */
export function useTouchedEvents(ranges: readonly AbsenceDays[]): readonly (TouchedEvents | null)[] {
  const { id: userId } = useUser();
  const groupIds = useOwnGroupIds(userId);
  const events = usePlanningPart("events");
  const needs = (groupIds ?? []).flatMap((groupId) =>
    ranges.map(({ from, to }) => ({ type: "days" as const, groupId, from, to })),
  );
  const statuses = useNeeds(needs);
  if (groupIds === null) return ranges.map(() => null);
  return ranges.map((range) => {
    const isKnown = needs.every(
      ({ from, to }, index) => from !== range.from || to !== range.to || statuses[index] === "ready",
    );
    if (!isKnown) return null;
    const touched = events.filter(({ groupId, date }) => groupIds.includes(groupId) && covers(range, date));
    const answered = touched.filter(({ availability }) => givenAnswerOf(availability, userId) !== null);
    return { count: touched.length, answered: answered.length };
  });
}
