import { createContext, type ReactNode, use } from "react";
import { useTurns } from "#client/planning/line-up/turns-hooks.ts";
import { useMay } from "#client/planning/planning-hooks.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { turnWords } from "#text/event/kept-line-up.ts";

/** Returns a function that says in words how often a person played. The text is empty while that is unknown. */
export function useTurnWords(): (userId: string) => string {
  const turns = useEventTurns();
  const [anyTurn] = turns.values();
  // A person without an entry never played. `of`, the number of past events, is the same for everybody.
  const never = { played: 0, of: anyTurn?.of ?? 0, isBeyondWish: false };
  return (userId) => turnWords(turns.get(userId) ?? never);
}

const TurnsContext = createContext<Turns>(new Map());

interface EventTurnsProps {
  readonly event: PlannedEvent;
  readonly children: ReactNode;
}

function KnownTurns({ event, children }: EventTurnsProps) {
  const turns = useTurns(event);
  return <TurnsContext value={turns}>{children}</TurnsContext>;
}

/** Loads how often each person played ("turns"), once for the page. Only users who choose a line-up need that. */
export function EventTurns(props: EventTurnsProps) {
  return useMay("turns.see_all", props.event.groupId) ? <KnownTurns {...props} /> : props.children;
}

/** Loads the user's own turns, unless `EventTurns` loads those of all. */
export function OwnTurns(props: EventTurnsProps) {
  return useMay("turns.see_all", props.event.groupId) ? props.children : <KnownTurns {...props} />;
}

/**
 * How often people played before the event, and whether they are present elsewhere at that time. Empty while loading,
 * and outside `OwnTurns` for most members.
 */
export function useEventTurns(): Turns {
  return use(TurnsContext);
}
