import { useMemo } from "react";
import { latestUntil } from "#domain/calendar/recurrence.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { isFollowing, type SeriesScope } from "#domain/planning/event-edit.ts";
import { useGroupEvents, useNeed } from "./planning-hooks.ts";

interface ScopedEvents {
  readonly events: readonly PlannedEvent[];
  /** False while only some of them may be loaded. */
  readonly isComplete: boolean;
}

/** The events that a change of this scope concerns; loads them. */
export function useScopedEvents(event: PlannedEvent, scope: SeriesScope): ScopedEvents {
  const { id: eventId, groupId, seriesId, date: from } = event;
  const isOne = scope === "one" || seriesId === undefined;
  // A series lasts a year at most.
  const days = { type: "days" as const, groupId, from, to: latestUntil(from) };
  const status = useNeed(isOne ? { type: "event", eventId } : days);
  const known = useGroupEvents(groupId);
  return useMemo(() => {
    const events = isOne ? [event] : known.filter((each) => isFollowing({ eventId, seriesId, from }, each));
    return { events, isComplete: isOne || status === "ready" };
  }, [event, eventId, from, isOne, known, seriesId, status]);
}
