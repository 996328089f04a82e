import { Info } from "lucide-react";
import type { Turns } from "#domain/line-up/turns.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useTurns } from "#client/planning/line-up/turns-hooks.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { alsoPresentAt } from "#text/event/event-page.ts";
import { useEventTurns } from "./event-turns.tsx";

interface OwnOverlapProps {
  readonly event: PlannedEvent;
}

function Line({ turns }: { readonly turns: Turns }) {
  const { takenAt: time, takenBy: name } = turns.get(useUser().id) ?? {};
  if (time === undefined || name === undefined) return null;
  return (
    <p role="status" className="mt-3 flex gap-2 text-small wrap-anywhere">
      <Info className="mt-[2.5px] size-[15px] flex-none" />
      {alsoPresentAt({ name, time })}
    </p>
  );
}

function OfMember({ event }: OwnOverlapProps) {
  return <Line turns={useTurns(event)} />;
}

function OfLeader() {
  return <Line turns={useEventTurns()} />;
}

/** For somebody who is present: the other event at which they are present at that time. */
export function OwnOverlap({ event }: OwnOverlapProps) {
  return useMay("turns.see_all", event.groupId) ? <OfLeader /> : <OfMember event={event} />;
}
