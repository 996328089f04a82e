import { elsewhereOf, presencesAt } from "#domain/availability/overlap.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { alsoPresentAt } from "#text/event/event-page.ts";
import { readTurns } from "../planning/line-up/read-turns.ts";
import type { PlanningSnapshot } from "../planning/planning-source.ts";

type Known = Pick<PlanningSnapshot, "connection" | "planning">;

async function elsewhereAt({ connection, planning }: Known, event: PlannedEvent, userId: string) {
  if (connection === null) return elsewhereOf(event, presencesAt(event, planning.events)).get(userId);
  const { takenAt: time, takenBy: name } = (await readTurns(event.id))?.get(userId) ?? {};
  return time !== undefined && name !== undefined ? { name, time } : undefined;
}

/** Names the other events at which a person is present at the same time; empty if there are none, or it is unknown now. */
export async function alsoPresent(known: Known, events: readonly PlannedEvent[], userId: string): Promise<string> {
  const found = await Promise.all(events.map((event) => elsewhereAt(known, event, userId)));
  const sentences = found.flatMap((elsewhere) => (elsewhere ? [alsoPresentAt(elsewhere)] : []));
  return [...new Set(sentences)].join(" ");
}
