import type { RefObject } from "react";
import type { LineUp } from "#domain/line-up/fillings.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { placeNames } from "#text/phrases/places.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import type { LineUpFocus } from "../kept/line-up-focus.ts";

export interface PossibleLineUpProps {
  readonly event: PlannedEvent;
  readonly lineUp: LineUp;
  readonly focusRef: RefObject<LineUpFocus>;
}

export interface PossibleRowsProps extends PossibleLineUpProps {
  readonly titleId: string;
}

/** Who would take which place. */
export function PossibleRows({ lineUp, titleId }: PossibleRowsProps) {
  const names = placeNames(lineUp.map(({ role }) => role));
  return (
    <ul aria-labelledby={titleId}>
      {lineUp.map(({ role, holder }, index) => (
        <li key={names[index]} className="flex min-h-[42px] items-center gap-2 border-line not-first:border-t">
          <ServiceIcon service={role} className="text-ink-2" />
          <span className="w-[92px] flex-none wrap-anywhere">{names[index]}</span>{" "}
          <Avatar id={holder.id} size={28} name={fullName(holder)} />
          <span className="min-w-0 font-semibold break-words">{fullName(holder)}</span>
        </li>
      ))}
    </ul>
  );
}
