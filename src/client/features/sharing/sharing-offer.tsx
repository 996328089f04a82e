import { Share2 } from "lucide-react";
import { useState } from "react";
import { useEventTotal } from "#client/planning/group-hooks.ts";
import { useGroups, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { useSharersGroups } from "#client/planning/publication/own-planning-hooks.ts";
import type { OwnPlanning } from "#client/planning/publication/own-planning.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { sharingText, whatWillBeShared } from "#text/groups/sharing.ts";
import { SharingDialog } from "./sharing-dialog.tsx";
import type { SharingOutcome } from "./sharing-outcome.ts";

interface SharingOfferProps {
  readonly share: OwnPlanning["share"];
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/** Explains what sharing does and how much is shared; its button opens the question. */
export function SharingOffer({ share, onOutcome }: SharingOfferProps) {
  const [isAsking, setIsAsking] = useState(false);
  const counts = { groups: useGroups().length, events: useEventTotal() };
  const groupId = useSelectedGroupId();
  const ownGroups = useSharersGroups(useUser().id, groupId);
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
        ownGroups={ownGroups}
        share={({ isReminding }) => share({ chosenGroupId: groupId, isReminding })}
        onClose={() => setIsAsking(false)}
        onOutcome={onOutcome}
      />
    </>
  );
}
