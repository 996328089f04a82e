import { LinkCopying } from "#client/messages/link-copying.tsx";
import { dateOf } from "#client/planning/today.ts";
import type { TeamInvitation } from "#contract/accounts/invitations.ts";
import { invitationText, invitedSince } from "#text/administration/administration.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { LinkRenewal } from "./link-renewal.tsx";
import { QrCode } from "./qr-code.tsx";

interface InvitationLinkProps {
  readonly invitation: TeamInvitation;
  /** Resolves with a sentence about why it failed; `null` if it succeeded. */
  readonly onRenew: () => Promise<string | null>;
}

/** Hostnames that only this machine can reach. */
const OWN_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function InvitationLink({ invitation, onRenew }: InvitationLinkProps) {
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
