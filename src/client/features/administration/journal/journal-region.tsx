import { useId } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { journalText } from "#text/administration/journal.ts";
import { layoutText } from "#text/shell/layout.ts";
import { JournalList } from "./journal-list.tsx";
import type { Journal } from "./use-journal.ts";

/** What admins did. */
export function JournalRegion({ journal }: { readonly journal: Journal }) {
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
