import type { Ref } from "react";
import { dateOf, timeOf } from "#client/planning/today.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { fullDateTime } from "#text/phrases/dates.ts";
import { actSentence } from "#text/administration/journal.ts";

interface JournalLineProps {
  readonly entry: JournalEntry;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

function dayOf(moment: string): string {
  return dateOf(new Date(moment));
}

/** One action: when, by whom, what. */
export function JournalLine({ entry, ref }: JournalLineProps) {
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
