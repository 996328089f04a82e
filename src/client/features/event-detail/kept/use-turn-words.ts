import type { Turns } from "#domain/line-up/turns.ts";
import { turnWords } from "#text/event/kept-line-up.ts";
import { useEventTurns } from "../event-turns.tsx";

/** Returns the function that says how often a person played; empty where it is not known. */
export function useTurnWords(): (userId: string) => string {
  const turns = useEventTurns();
  return (userId) => wordsFor(userId, turns);
}

/** Somebody of whom nothing is known never played at the events that the others could play at. */
function wordsFor(userId: string, turns: Turns): string {
  const [other] = turns.values();
  return turnWords(turns.get(userId) ?? { played: 0, of: other?.of ?? 0, isBeyondWish: false });
}
