import { useId } from "react";
import { Link } from "wouter";
import { OnlyHereNotice } from "#client/messages/only-here-notice.tsx";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { invitationText } from "#text/administration/administration.ts";
import { layoutText } from "#text/shell/layout.ts";
import { sharingText } from "#text/groups/sharing.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { useTeamInvitation } from "./use-team-invitation.ts";

interface InviteRegionProps {
  /** Called after an action that the journal records. */
  readonly onAct: () => void;
}

/** The team's invitation link, to copy, to show and to renew. */
export function InviteRegion({ onAct }: InviteRegionProps) {
  const titleId = useId();
  const isOnlyHere = useSharingState() === "local";
  const { state, reload, renew } = useTeamInvitation();

  async function handleRenew(): Promise<string | null> {
    const reason = await renew();
    if (reason === null) onAct();
    return reason;
  }

  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 id={titleId} className="mb-1 font-title text-title">
        {invitationText.title}
      </h2>
      {isOnlyHere ? (
        <div className="mt-2 mb-4">
          <OnlyHereNotice
            actions={
              <Link href={PAGES.groupChoice} className={buttonClass({ variant: "quiet", size: "compact" })}>
                {sharingText.share}
              </Link>
            }
          >
            {sharingText.onlyHereInvited}
          </OnlyHereNotice>
        </div>
      ) : null}
      {state.status === "ready" ? <InvitationLink invitation={state.invitation} onRenew={handleRenew} /> : null}
      {state.status === "loading" ? <Skeleton className="mt-2 h-[260px] rounded-control" /> : null}
      {state.status === "failed" ? (
        <EmptyStaff
          title={invitationText.loadFailed}
          hint={state.reason}
          action={<Button onClick={() => void reload()}>{layoutText.retry}</Button>}
        />
      ) : null}
    </Card>
  );
}
