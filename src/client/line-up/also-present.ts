import { elsewhereOf, presencesAt } from "#domain/availability/overlap.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { alsoPresentAt } from "#text/event/event-page.ts";
import { readTurns } from "../planning/line-up/read-turns.ts";
import type { PlanningSnapshot } from "../planning/planning-source.ts";

type KnownPlanning = Pick<PlanningSnapshot, "connection" | "planning">;

/** Another event at the same time at which the person is present; `undefined` if there is none. */
async function overlappingEvent({ connection, planning }: KnownPlanning, event: PlannedEvent, userId: string) {
  if (connection === null) return elsewhereOf(event, presencesAt(event, planning.events)).get(userId);
  const { takenAt: time, takenBy: name } = (await readTurns(event.id))?.get(userId) ?? {};
  return time !== undefined && name !== undefined ? { name, time } : undefined;
}

/** Sentences about other events at which the person is present at the same time. Empty if there are none, or offline. */
export async function alsoPresent(
  known: KnownPlanning,
  events: readonly PlannedEvent[],
  userId: string,
): Promise<string> {
  const overlapping = await Promise.all(events.map((event) => overlappingEvent(known, event, userId)));
  const sentences = overlapping.flatMap((other) => (other ? [alsoPresentAt(other)] : []));
  return [...new Set(sentences)].join(" ");
}
