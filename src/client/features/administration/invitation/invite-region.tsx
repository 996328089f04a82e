import { useId } from "react";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { EmptyStaff } from "#client/ui/empty-staff.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { invitationText } from "#text/administration.ts";
import { layoutText } from "#text/layout.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { useTeamInvitation } from "./use-team-invitation.ts";

interface InviteRegionProps {
  /** Called when something was done that the journal keeps. */
  readonly onAct: () => void;
}

/** How the team gets in: its link, to copy, to show and to renew. */
export function InviteRegion({ onAct }: InviteRegionProps) {
  const titleId = useId();
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
