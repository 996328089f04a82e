import { useLocation } from "wouter";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { administrationText } from "#text/administration/administration.ts";
import { InviteRegion } from "./invitation/invite-region.tsx";
import { JournalRegion } from "./journal/journal-region.tsx";
import { MailNotice } from "./mail-notice.tsx";
import { MailsRegion } from "./mails/mails-region.tsx";
import { TrashRegion } from "./trash/trash-region.tsx";
import { useJournal } from "./journal/use-journal.ts";

/** Everything that only admins manage, one region each. */
export function AdministrationScreen() {
  const [, navigate] = useLocation();
  const journal = useJournal();
  useTitle(administrationText.title);
  return (
    <div className="mx-auto w-full max-w-[960px]">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
      <ScreenTitle>{administrationText.title}</ScreenTitle>
      <div className="mt-4 flex flex-col gap-5">
        <MailNotice />
        <InviteRegion onAct={() => void journal.reload()} />
        <MailsRegion />
        <TrashRegion onAct={() => void journal.reload()} />
        <JournalRegion journal={journal} />
      </div>
    </div>
  );
}
