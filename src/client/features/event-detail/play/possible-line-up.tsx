import { useId } from "react";
import { may, roleOf } from "#domain/permissions.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { lineUpText } from "#text/event/line-up.ts";
import { type PossibleLineUpProps, PossibleRows } from "./possible-rows.tsx";

/** Shows the plain rows until it is loaded. */
const PossibleChoice = lazyPart(async () => (await import("./possible-choice.tsx")).PossibleChoice, PossibleRows);

/** A line-up with the people present: who fills each role. Admins adjust and keep it. */
export function PossibleLineUp(props: PossibleLineUpProps) {
  const titleId = useId();
  const Rows = may(roleOf(useUser()), "line_up.keep") ? PossibleChoice : PossibleRows;
  return (
    <>
      <h3 id={titleId} className="mt-4 mb-1 text-small font-semibold">
        {lineUpText.possibleLineUp}
      </h3>
      <Rows {...props} titleId={titleId} />
    </>
  );
}
