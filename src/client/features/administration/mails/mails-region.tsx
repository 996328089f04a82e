import { useId } from "react";
import { callApi } from "#client/http/call-api.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { MailReport } from "#contract/mails.ts";
import { API } from "#contract/paths.ts";
import { mailReportSentences, mailsText } from "#text/administration/mails.ts";
import { useServerData } from "../use-server-data.ts";

function readMails(): Promise<MailReport> {
  return callApi({ path: API.mails, answer: MailReport });
}

/** How many mails went out, how many wait, and why. */
export function MailsRegion() {
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
