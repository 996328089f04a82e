import type { ReactNode } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { useEventDeletion } from "#client/deletion/use-event-deletion.tsx";
import { useBrokenLineUps } from "#client/line-up/use-broken-line-ups.ts";
import { LegendEntry } from "#client/music/signs/legend-entry.tsx";
import { RepairBadge, RepairSign } from "#client/music/signs/repair-sign.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { deleteEvent } from "#text/dashboard/dashboard.ts";
import { LINE_UP_TO_REPAIR } from "#text/phrases/availability.ts";
import { longDateTime } from "#text/phrases/dates.ts";

export interface EventDeletionProps {
  readonly event: PlannedEvent;
  /** `cell`: in the calendar, where the confirmation covers the event. */
  readonly size?: "row" | "cell" | undefined;
  readonly tabIndex?: 0 | -1 | undefined;
  /** For the trash button. */
  readonly className?: string | undefined;
}

export function EventDeletion({ event, size, tabIndex, className }: EventDeletionProps) {
  const removeEvent = useEventDeletion({ submit: useSubmit(), isShared: useConnection() !== null });
  return (
    <Confirm
      size={size}
      tabIndex={tabIndex}
      className={className}
      label={deleteEvent(event.name)}
      description={longDateTime(event.date, event.time)}
      onConfirm={() => void removeEvent(event)}
    />
  );
}

export interface RepairableProps {
  readonly events: readonly PlannedEvent[];
  /** `badge`: on a card; `sign`: in the calendar; `entry`: in the legend. */
  readonly as: "badge" | "sign" | "entry";
  /** Whether roles are missing. Then the repair sign follows the state instead of replacing it. */
  readonly isMissingRoles?: boolean;
  /** The event's state. Shown alone if nothing needs a repair. */
  readonly children?: ReactNode;
}

/** The content of `Repairable`, which renders it only for users who may repair line-ups. */
export function RepairableState({ events, as, isMissingRoles = false, children }: RepairableProps) {
  const isBroken = useBrokenLineUps(true);
  if (!events.some(isBroken)) return children;
  if (as === "entry") return <LegendEntry sign={<RepairSign size={15} />} word={LINE_UP_TO_REPAIR} />;
  if (as === "badge" && !isMissingRoles) return <RepairBadge />;
  const sign = <RepairSign label={LINE_UP_TO_REPAIR} size={as === "sign" ? 14 : 16} />;
  if (!isMissingRoles) return sign;
  return (
    <span className="inline-flex items-center gap-1.5">
      {children}
      {sign}
    </span>
  );
}
