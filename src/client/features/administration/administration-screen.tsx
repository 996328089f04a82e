import { useLocation } from "wouter";
import { BackButton } from "#client/ui/back-button.tsx";
import { goBack } from "#client/ui/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { actionText } from "#text/actions.ts";
import { administrationText } from "#text/administration.ts";
import { InviteRegion } from "./invite-region.tsx";
import { JournalRegion } from "./journal-region.tsx";
import { TrashRegion } from "./trash-region.tsx";
import { useJournal } from "./use-journal.ts";

/** What only admins look after, a region each. */
export function AdministrationScreen() {
  const [, navigate] = useLocation();
  const journal = useJournal();
  useTitle(administrationText.title);
  return (
    <div className="mx-auto w-full max-w-[960px]">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate("/"))} />
      <ScreenTitle>{administrationText.title}</ScreenTitle>
      <div className="mt-4 flex flex-col gap-5">
        <InviteRegion onAct={() => void journal.reload()} />
        <TrashRegion onAct={() => void journal.reload()} />
        <JournalRegion journal={journal} />
      </div>
    </div>
  );
}
