import { useId } from "react";
import type { LineUp } from "#domain/line-up/fillings.ts";
import { fullName } from "#domain/people/people.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { lineUpText } from "#text/event/line-up.ts";

/** A line-up with the people present: who fills each role. */
export function PossibleLineUp({ lineUp }: { readonly lineUp: LineUp }) {
  const titleId = useId();
  return (
    <>
      <h3 id={titleId} className="mt-4 mb-1 text-small font-semibold">
        {lineUpText.possibleLineUp}
      </h3>
      <ul aria-labelledby={titleId}>
        {lineUp.map(({ role, holder }) => (
          <li key={role} className="flex min-h-[42px] items-center gap-2 border-line not-first:border-t">
            <ServiceIcon service={role} className="text-ink-2" />
            <span className="w-[92px] flex-none">{role}</span>{" "}
            <Avatar id={holder.id} size={28} name={fullName(holder)} />
            <span className="min-w-0 font-semibold break-words">{fullName(holder)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
