import type { RefObject } from "react";
import type { LineUp } from "#domain/line-up/fillings.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { keptLineUpText } from "#text/event/kept-line-up.ts";
import { lineUpText } from "#text/event/line-up.ts";
import { LineUpChoice } from "../kept/line-up-choice.tsx";
import type { LineUpFocus } from "../kept/line-up-focus.ts";
import { LineUpRefusal, useLineUpChanges } from "../kept/use-line-up-changes.tsx";

export interface PossibleRowsProps {
  readonly event: PlannedEvent;
  readonly lineUp: LineUp;
  readonly focusRef: RefObject<LineUpFocus>;
}

/** The possible line-up of an event as a form. An admin or a leader changes it, then saves ("keeps") it. */
export function PossibleChoice({ event, lineUp, focusRef }: PossibleRowsProps) {
  const { change, refusal, isPending } = useLineUpChanges(event);

  async function keep(chosen: KeptLineUp): Promise<void> {
    focusRef.current = "kept";
    if (!(await change(chosen, keptLineUpText.kept))) focusRef.current = null;
  }

  return (
    <>
      <LineUpChoice
        event={event}
        places={lineUp.map(({ role }) => role)}
        preset={lineUp.map(({ role, holder }) => ({ role, userId: holder.id }))}
        label={lineUpText.possibleLineUp}
        isPending={isPending}
        onKeep={(chosen) => void keep(chosen)}
      />
      <LineUpRefusal code={refusal} />
    </>
  );
}
