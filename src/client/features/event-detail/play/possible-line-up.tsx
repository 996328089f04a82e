import { useId } from "react";
import type { LineUp } from "#domain/line-up/fillings.ts";
import { fullName } from "#domain/people.ts";
import { Avatar } from "#client/domain-ui/avatar.tsx";
import { ServiceIcon } from "#client/domain-ui/service-icon.tsx";
import { lineUpText } from "#text/line-up.ts";

/** One way for those present to fill the seven roles: role by role, and who. */
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
