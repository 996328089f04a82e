import { createContext, type ReactNode, use } from "react";
import { useTurns } from "#client/planning/line-up/turns-hooks.ts";
import { useMay } from "#client/planning/planning-hooks.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { turnWords } from "#text/event/kept-line-up.ts";

/** Returns the function that says how often a person played. Its text is empty while that is unknown. */
export function useTurnWords(): (userId: string) => string {
  const turns = useEventTurns();
  const [other] = turns.values();
  // A person without an entry never played, out of as many events as the others.
  return (userId) => turnWords(turns.get(userId) ?? { played: 0, of: other?.of ?? 0, isBeyondWish: false });
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

/** Loads once for the whole page how often people played. Only users who choose among others need it. */
export function EventTurns(props: EventTurnsProps) {
  return useMay("turns.see_all", props.event.groupId) ? <KnownTurns {...props} /> : props.children;
}

/** Loads the user's own turns, unless the page knows those of everybody. */
export function OwnTurns(props: EventTurnsProps) {
  return useMay("turns.see_all", props.event.groupId) ? props.children : <KnownTurns {...props} />;
}

/** How often people played before the event; empty until it is known, and for members outside `OwnTurns`. */
export function useEventTurns(): Turns {
  return use(TurnsContext);
}
