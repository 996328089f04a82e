import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { optionalPart, lazyPart } from "#client/ui/page/lazy-part.tsx";
import type { ReactNode } from "react";

interface EventTrashProps {
  readonly event: PlannedEvent;
  /** `cell`: in a cell of the calendar, the question is a layer over the event. */
  readonly size?: "row" | "cell" | undefined;
  readonly tabIndex?: 0 | -1 | undefined;
  /** For the trash button. */
  readonly className?: string | undefined;
}

/** Loaded only for users who may delete it. */
const EventDeletion = optionalPart(
  async () => (await import("./leader-parts.tsx")).EventDeletion,
  ({ className = "" }: EventTrashProps) => <span className={`size-11 ${className}`} />,
);

/** The trash button of an event, if the user may delete it; its room is reserved until it is loaded. */
export function EventTrash(props: EventTrashProps) {
  if (!useMay("event.delete", props.event.groupId)) return null;
  return <EventDeletion {...props} />;
}

export interface RepairableProps {
  readonly events: readonly PlannedEvent[];
  readonly as: "badge" | "sign" | "entry";
  /** What is missing comes first: the sign follows it. */
  readonly isMissingRoles?: boolean;
  /** How the state is shown where nothing is to be repaired. */
  readonly children?: ReactNode;
}

function PlainState({ children }: RepairableProps) {
  return children;
}

/** Loaded only for users who may repair line-ups. Until it is loaded, or if loading fails, only the state is shown. */
const RepairableState = lazyPart<RepairableProps>(
  () =>
    import("./leader-parts.tsx").then(
      (part) => part.RepairableState,
      () => PlainState,
    ),
  PlainState,
);

/**
 * Shows users who may repair line-ups that a kept line-up of these events needs a repair. The notice replaces or follows
 * the state.
 */
export function Repairable(props: RepairableProps) {
  const kept = props.events.find(({ lineUp }) => lineUp);
  return useMay("line_up.keep", kept?.groupId ?? null) && kept ? <RepairableState {...props} /> : props.children;
}

interface LegendEntryProps {
  readonly sign: ReactNode;
  readonly word: string;
  readonly className?: string;
}

/** A sign with its meaning, as a list item. */
export function LegendEntry({ sign, word, className = "" }: LegendEntryProps) {
  return (
    <li className={`flex items-center gap-1.5 ${className}`}>
      {sign}
      {word}
    </li>
  );
}
