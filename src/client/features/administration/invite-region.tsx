import { RefreshCw } from "lucide-react";
import { encode } from "uqr";
import { Link } from "wouter";
import { Confirm } from "#client/deletion/confirm.tsx";
import { type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import { NotLoaded } from "#client/loading/not-loaded.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { LinkCopying } from "#client/messages/link-copying.tsx";
import { OnlyHereNotice } from "#client/messages/only-here-notice.tsx";
import { PAGES } from "#client/pages.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { dateOf } from "#client/planning/today.ts";
import { useCall } from "#client/session/use-call.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { TeamInvitation } from "#contract/accounts/invitations.ts";
import { API } from "#contract/paths.ts";
import { invitationText, invitedSince } from "#text/administration/administration.ts";
import { sharingText } from "#text/groups/sharing.ts";
import { fullDate } from "#text/phrases/dates.ts";

interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
}

/** Light modules around the QR code, which scanners need (ISO/IEC 18004 §9.1). */
const QUIET_ZONE = 4;

/** The SVG path of the dark modules, one square each. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

/** A QR code. It is dark on light also in dark mode, because not every scanner reads inverted codes. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[208px] overflow-hidden rounded-strip"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={pathOf(data)} fill="black" />
    </svg>
  );
}

/** A button that replaces the link. The old link stops working. */
function LinkRenewal({ onRenew }: { readonly onRenew: () => Promise<Outcome> }) {
  const { outcome, act, isPending } = useAction(onRenew);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-small text-ink-2">{invitationText.renewHint}</p>
      <div className="flex">
        <Confirm
          label={invitationText.renew}
          confirmLabel={invitationText.confirmRenewal}
          onConfirm={() => act()}
          button={{ icon: <RefreshCw />, isPending }}
        />
      </div>
      <OutcomeMessage outcome={outcome} className="-mb-3 [&>:not(:empty)]:mb-3" />
    </div>
  );
}

interface InvitationLinkProps {
  readonly invitation: TeamInvitation;
  readonly onRenew: () => Promise<Outcome>;
}

/** Hostnames of this machine, which no other device can reach. */
const OWN_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The link with which people join the team, as text and as a QR code. */
function InvitationLink({ invitation, onRenew }: InvitationLinkProps) {
  const { registration, link, since } = invitation;
  const isOwnMachine = OWN_MACHINE.test(new URL(link).hostname);
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_232px] md:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <p className="text-ink-2">
          {registration === "invite" ? invitationText.invitedHint : invitationText.openHint}
          {since === null ? null : ` ${invitedSince(fullDate(dateOf(new Date(since))))}`}
        </p>
        <LinkCopying label={invitationText.link} link={link} />
        {isOwnMachine ? <p className="text-small text-ink-2">{invitationText.ownMachineHint}</p> : null}
      </div>
      <div className="flex flex-col items-center gap-2 md:row-span-2">
        <QrCode text={link} label={invitationText.qrCode} />
        <p className="text-center text-small text-balance text-ink-2">{invitationText.qrCodeHint}</p>
      </div>
      {registration === "invite" ? <LinkRenewal onRenew={onRenew} /> : null}
    </div>
  );
}

interface InviteRegionProps {
  /** Called after an action that the journal records. */
  readonly onAct: () => void;
}

/** Shows the team's invitation link. The registration setting of the server decides whether it can be replaced. */
export function InviteRegion({ onAct }: InviteRegionProps) {
  const isOnlyHere = useSharingState() === "local";
  const data = useServerData(API.invitation, TeamInvitation);
  const call = useCall();

  async function renew(): Promise<Outcome> {
    const { failure, value } = await call({ method: "POST", path: API.invitation, response: TeamInvitation });
    // After a failure the shown link is still valid.
    if (failure) return refusal(failure, invitationText.renewFailed);
    data.change(() => value);
    onAct();
    return { status: "done", sentence: invitationText.renewed };
  }

  return (
    <TitledCard title={invitationText.title} titleClass="mb-1" className="p-4 pb-5 sm:p-6">
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
      {data.status === "ready" ? <InvitationLink invitation={data.value} onRenew={renew} /> : null}
      <NotLoaded data={data} sentence={invitationText.loadFailed}>
        <Skeleton className="mt-2 h-[260px] rounded-control" />
      </NotLoaded>
    </TitledCard>
  );
}
