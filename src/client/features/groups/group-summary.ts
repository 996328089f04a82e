import { presentPeople } from "#domain/availability/availability.ts";
import { type PlainDate, upcoming } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";

interface GroupSummary {
  readonly nextEvent: PlannedEvent | undefined;
  /** People who are present at a coming event, each once; those of the soonest event first. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** The content of a group's row on `today`. */
export function summaryOf(events: readonly PlannedEvent[], today: PlainDate): GroupSummary {
  const coming = upcoming(events, today, events.length);
  const names = new Map<string, string>();
  for (const { userId, userName } of coming.flatMap(({ availability }) => presentPeople(availability))) {
    if (!names.has(userId)) names.set(userId, userName);
  }
  return { nextEvent: coming[0], people: [...names].map(([id, name]) => ({ id, name })) };
}
