import { API, fillPath } from "#contract/paths.ts";
import { Turns as TurnRows } from "#contract/planning/line-ups.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import { callApi } from "../../http/call-api.ts";

/** How often people played before an event, as the server knows; `null` where it cannot be read. */
export async function readTurns(eventId: string): Promise<Turns | null> {
  try {
    const rows = await callApi({ path: fillPath(API.turns, eventId), response: TurnRows });
    return new Map(rows.map((turn) => [turn.userId, turn]));
  } catch {
    // They only sort and explain: without them the screen is complete.
    return null;
  }
}
