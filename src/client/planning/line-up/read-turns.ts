import { API, fillPath } from "#contract/paths.ts";
import { Turns as TurnRows } from "#contract/planning/line-ups.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import { callApi } from "../../http/call-api.ts";

/** Reads from the server how often people played before an event; `null` if that fails. */
export async function readTurns(eventId: string): Promise<Turns | null> {
  try {
    const rows = await callApi({ path: fillPath(API.turns, eventId), response: TurnRows });
    return new Map(rows.map((turn) => [turn.userId, turn]));
  } catch {
    // The screen works without turns: they only sort people and explain the order.
    return null;
  }
}
