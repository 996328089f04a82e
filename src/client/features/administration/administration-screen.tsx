import { useLocation, Link } from "wouter";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { administrationText, mailText } from "#text/administration/administration.ts";
import { InviteRegion } from "./invite-region.tsx";
import { TrashRegion } from "./trash-region.tsx";
import { useId } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { journalText } from "#text/administration/journal.ts";
import { layoutText } from "#text/shell/layout.ts";
import { JournalList } from "./journal-region.tsx";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { JournalEntries, type JournalEntry } from "#contract/journal.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { useServerData } from "./use-server-data.ts";
import { MailWarning } from "lucide-react";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { usersText } from "#text/users/users.ts";
import { MailReport } from "#contract/mails.ts";
import { mailReportSentences, mailsText } from "#text/administration/mails.ts";

function readMails(): Promise<MailReport> {
  return callApi({ path: API.mails, answer: MailReport });
}

/** How many mails went out, how many wait, and why. */
function MailsRegion() {
  const titleId = useId();
  const { state } = useServerData(readMails);
  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 id={titleId} className="mb-1 font-title text-title">
        {mailsText.title}
      </h2>
      {state.status === "loading" ? <Skeleton className="mt-2 h-6 rounded-small" /> : null}
      {state.status === "failed" ? (
        <p role="alert" className="text-ink-2">
          {mailsText.loadFailed} {state.reason}
        </p>
      ) : null}
      {state.status === "ready" ? <Report report={state.value} /> : null}
    </Card>
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

/** On a server without MAIL_URL: informs admins that its mails reach nobody, and what to do instead. */
function MailNotice() {
  const titleId = useId();
  if (!useAreMailsFiles()) return null;
  return (
    <section aria-labelledby={titleId} className="flex gap-3 rounded-strip bg-tied-soft px-4 py-3.5 text-tied">
      <MailWarning className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <h2 id={titleId} className="text-name">
          {mailText.title}
        </h2>
        <p className="text-small text-ink">{mailText.hint}</p>
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

type Entries = readonly JournalEntry[];

interface Journal extends Pick<ReturnType<typeof useServerData<Entries>>, "state" | "reload"> {
  /** Adds the page after entry number `last`; resolves with a sentence about why it failed, or `null`. */
  readonly loadAfter: (last: number) => Promise<string | null>;
}

function readNewest(): Promise<Entries> {
  return callApi({ path: API.journal, answer: JournalEntries });
}

function readBefore(number: number): Promise<Entries> {
  return callApi({ path: `${API.journal}?before=${number}`, answer: JournalEntries });
}

/**
 * Entry numbers have no gaps. So older pages stay below the newest page, unless more than one page of entries is new.
 */
function aboveOlder(newest: Entries, shown: Entries): Entries {
  const last = newest.at(-1)?.number ?? 0;
  const older = shown.filter(({ number }) => number < last);
  return older[0]?.number === last - 1 ? [...newest, ...older] : newest;
}

/** What admins did, newest first. */
function useJournal(): Journal {
  const { state, reload, change } = useServerData(readNewest, aboveOlder);
  const recheckAfter = useRecheckAfter();

  return {
    state,
    reload,
    async loadAfter(last) {
      const reading = readBefore(last);
      const failure = await failureOf(reading);
      if (failure !== null) {
        recheckAfter(failure);
        return failureSentence(failure);
      }
      const older = await reading;
      // If the list was reloaded meanwhile, it no longer ends with `last`: drop this page.
      change((entries) => (entries.at(-1)?.number === last ? [...entries, ...older] : entries));
      return null;
    },
  };
}

/** What admins did. */
function JournalRegion({ journal }: { readonly journal: Journal }) {
  const titleId = useId();
  const { state, reload, loadAfter } = journal;
  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 id={titleId} className="mb-1 font-title text-title">
        {journalText.title}
      </h2>
      <p className="mb-3 text-ink-2">{journalText.hint}</p>
      {state.status === "loading" ? <ListSkeleton /> : null}
      {state.status === "failed" ? (
        <EmptyStaff
          title={journalText.loadFailed}
          hint={state.reason}
          action={<Button onClick={() => void reload()}>{layoutText.retry}</Button>}
        />
      ) : null}
      {state.status === "ready" && state.value.length === 0 ? (
        <EmptyStaff title={journalText.none} hint={journalText.noneHint} />
      ) : null}
      {state.status === "ready" && state.value.length > 0 ? (
        <JournalList labelledBy={titleId} entries={state.value} onLoadAfter={loadAfter} />
      ) : null}
    </Card>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-11 rounded-small" />
      <Skeleton className="h-11 rounded-small" />
      <Skeleton className="h-11 rounded-small" />
    </div>
  );
}

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
