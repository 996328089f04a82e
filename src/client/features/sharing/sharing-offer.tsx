import { Share2 } from "lucide-react";
import { useState } from "react";
import type { PublicationReceipt } from "#contract/planning-calls.ts";
import { useEventTotal } from "#client/planning/group-hooks.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { sharingText, whatWillBeShared } from "#text/sharing.ts";
import { SharingDialog } from "./sharing-dialog.tsx";
import type { SharingOutcome } from "./sharing-outcome.ts";

interface SharingOfferProps {
  readonly share: () => Promise<PublicationReceipt>;
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/** What sharing does, how much goes, and the button that asks first. */
export function SharingOffer({ share, onOutcome }: SharingOfferProps) {
  const [isAsking, setIsAsking] = useState(false);
  const counts = { groups: useGroups().length, events: useEventTotal() };
  return (
    <>
      <p className="mt-1 text-small">{sharingText.onlyHere}</p>
      <p className="mt-1 mb-4 text-small">{whatWillBeShared(counts)}</p>
      <Button variant="primary" icon={<Share2 />} onClick={() => setIsAsking(true)}>
        {sharingText.share}
      </Button>
      <SharingDialog
        isOpen={isAsking}
        counts={counts}
        share={share}
        onClose={() => setIsAsking(false)}
        onOutcome={onOutcome}
      />
    </>
  );
}
