import { type Ref, useEffect, useRef, useState } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import { NotLoaded } from "#client/loading/not-loaded.tsx";
import { type ServerData, useServerData } from "#client/loading/use-server-data.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { JournalEntries, type JournalEntry } from "#contract/journal.ts";
import { API } from "#contract/paths.ts";
import { actSentence, journalText } from "#text/administration/journal.ts";
import { fullDateTime } from "#text/phrases/dates.ts";

type Entries = readonly JournalEntry[];
type Journal = ServerData<Entries>;

/** Joins the reloaded newest page with the older entries. If entries between both are missing, drops the older ones. */
function mergeNewestPage(newest: Entries, shown: Entries): Entries {
  const lastNumber = newest.at(-1)?.number ?? 0;
  const older = shown.filter(({ number }) => number < lastNumber);
  return older[0]?.number === lastNumber - 1 ? [...newest, ...older] : newest;
}

/** Loads the audit log: what admins did, newest first. */
export function useJournal(): Journal {
  return useServerData(API.journal, JournalEntries, mergeNewestPage);
}

function dayOf(moment: string): string {
  return dateOf(new Date(moment));
}

function JournalLine({ entry, ref }: { readonly entry: JournalEntry; readonly ref?: Ref<HTMLLIElement> | undefined }) {
  const doneAt = new Date(entry.doneAt);
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-x-5 border-line py-2.5 not-first:border-t sm:grid-cols-[188px_minmax(0,1fr)] sm:items-baseline"
    >
      <time dateTime={entry.doneAt} className="text-small text-ink-2 tabular-nums">
        {fullDateTime(dateOf(doneAt), timeOf(doneAt))}
      </time>
      <p className="wrap-anywhere">{actSentence(entry, dayOf)}</p>
    </li>
  );
}

/** The number of the oldest entry. Numbers have no gaps. */
const FIRST_NUMBER = 1;

interface JournalListProps {
  /** Not empty. */
  readonly entries: Entries;
  readonly change: Journal["change"];
}

function JournalList({ entries, change }: JournalListProps) {
  const call = useCall();
  const addedRef = useRef<HTMLLIElement>(null);
  const lastNumber = entries.at(-1)?.number ?? FIRST_NUMBER;
  /** The number of the first entry of the page that was added latest. */
  const [addedNumber, setAddedNumber] = useState<number | null>(null);
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const path = `${API.journal}?before=${lastNumber}` as const;
    const { failure, value: older } = await call({ path, response: JournalEntries });
    if (failure) return refusal(failure, journalText.moreFailed);
    // If a reload has shortened the list meanwhile, this page no longer follows its end.
    change((shown) => (shown.at(-1)?.number === lastNumber ? [...shown, ...older] : shown));
    setAddedNumber(lastNumber - 1);
    return NO_OUTCOME;
  });

  useEffect(() => {
    // Focus the first new line, because the button may be gone.
    if (addedNumber !== null) addedRef.current?.focus();
  }, [addedNumber]);

  return (
    <>
      <ol aria-label={journalText.title}>
        {entries.map((entry) => (
          <JournalLine key={entry.number} entry={entry} ref={entry.number === addedNumber ? addedRef : undefined} />
        ))}
      </ol>
      <OutcomeMessage outcome={outcome} className="[&>:not(:empty)]:mt-4" />
      {lastNumber > FIRST_NUMBER ? (
        <Button className="mt-4" isPending={isPending} onClick={() => act()}>
          {journalText.showMore}
        </Button>
      ) : null}
    </>
  );
}

export function JournalRegion({ journal }: { readonly journal: Journal }) {
  const { value: entries, change } = journal;
  return (
    <TitledCard title={journalText.title} titleClass="mb-1" className="p-4 pb-5 sm:p-6">
      <p className="mb-3 text-ink-2">{journalText.hint}</p>
      <NotLoaded data={journal} sentence={journalText.loadFailed}>
        <div className="flex flex-col gap-2">
          <Skeleton className="h-11 rounded-small" />
          <Skeleton className="h-11 rounded-small" />
          <Skeleton className="h-11 rounded-small" />
        </div>
      </NotLoaded>
      {entries?.length === 0 ? <EmptyStaff title={journalText.none} hint={journalText.noneHint} /> : null}
      {entries && entries.length > 0 ? <JournalList entries={entries} change={change} /> : null}
    </TitledCard>
  );
}
