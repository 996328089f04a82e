import { Plus } from "lucide-react";
import { Link } from "wouter";
import { useStepsMemory } from "#client/planning/first-steps-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useAwaitSharing } from "#client/planning/publication/own-planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { PAGES } from "#client/pages.ts";
import { nothingUpcomingText } from "#text/dashboard/first-steps.ts";
import { planningSentenceOf } from "#text/errors/planning-errors.ts";

/** Why the list of next events is empty, and what to do about it. */
export function NothingUpcoming({ canAdd }: { readonly canAdd: boolean }) {
  const isShared = useConnection() !== null;
  useAwaitSharing(!isShared && !canAdd);
  const areStepsShown = useStepsMemory(useUser().id).memory === "begun";
  const memberHint = isShared ? nothingUpcomingText.forMember : planningSentenceOf("planning.not_shared");
  const action = (
    <Link href={PAGES.createEvent} className={buttonClass({ variant: "primary" })}>
      <Plus />
      {nothingUpcomingText.createEvent}
    </Link>
  );
  return (
    <div className="rounded-card bg-surface px-4 py-7 shadow-1">
      <EmptyStaff
        title={nothingUpcomingText.none}
        hint={canAdd ? nothingUpcomingText.forAdmin : memberHint}
        action={canAdd && !areStepsShown ? action : null}
      />
    </div>
  );
}
