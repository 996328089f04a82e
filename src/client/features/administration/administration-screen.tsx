import { MailWarning } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { useServerData } from "#client/loading/use-server-data.ts";
import { PAGES } from "#client/pages.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { useMailsGoToFiles } from "#client/loading/mail-delivery.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { MailReport } from "#contract/mails.ts";
import { API } from "#contract/paths.ts";
import { administrationText, mailReportSentences, mailsText } from "#text/administration/administration.ts";
import { usersText } from "#text/users/users.ts";
import { InviteRegion } from "./invite-region.tsx";
import { JournalRegion, useJournal } from "./journal-region.tsx";
import { TrashRegion } from "./trash-region.tsx";

function MailsRegion() {
  const mails = useServerData(API.mails, MailReport);
  return (
    <TitledCard title={mailsText.title} titleClass="mb-1" className="p-4 pb-5 sm:p-6">
      {mails.status === "loading" ? <Skeleton className="mt-2 h-6 rounded-small" /> : null}
      {mails.status === "failed" ? (
        <p role="alert" className="text-ink-2">
          {mailsText.loadFailed} {mails.reason}
        </p>
      ) : null}
      {mails.status === "ready" ? <Report report={mails.value} /> : null}
    </TitledCard>
  );
}

function Report({ report }: { readonly report: MailReport }) {
  const [sent, waiting] = mailReportSentences(report);
  return (
    <p className="text-ink-2">
      {sent} <span className={report.problem === null ? "" : "font-semibold text-missing"}>{waiting}</span>
    </p>
  );
}

/** Warns admins that the server has no MAIL_URL, so its mails reach nobody. Says what to do instead. */
function MailNotice() {
  const titleId = useId();
  if (!useMailsGoToFiles()) return null;
  return (
    <section aria-labelledby={titleId} className="flex gap-3 rounded-strip bg-tied-soft px-4 py-3.5 text-tied">
      <MailWarning className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <h2 id={titleId} className="text-name">
          {mailsText.noServer}
        </h2>
        <p className="text-small text-ink">{mailsText.noServerHint}</p>
        <Link
          href={PAGES.users}
          className="inline-flex min-h-11 items-center text-small font-semibold text-primary underline underline-offset-2"
        >
          {usersText.manage}
        </Link>
      </div>
    </section>
  );
}

/** For admins: the invitation link of the team, mails, deleted items, and the audit log. */
export function AdministrationScreen() {
  const journal = useJournal();
  return (
    <div className="mx-auto w-full max-w-[960px]">
      <ScreenHead title={administrationText.title} />
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
