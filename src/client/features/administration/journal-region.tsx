import { startTransition, useActionState, useEffect, useRef, type Ref } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { JournalEntry } from "#contract/journal.ts";
import { journalText, actSentence } from "#text/administration/journal.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { fullDateTime } from "#text/phrases/dates.ts";

interface JournalLineProps {
  readonly entry: JournalEntry;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

function dayOf(moment: string): string {
  return dateOf(new Date(moment));
}

/** One action: when, by whom, what. */
function JournalLine({ entry, ref }: JournalLineProps) {
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

interface JournalListProps {
  readonly labelledBy: string;
  /** At least one. */
  readonly entries: readonly JournalEntry[];
  /** Adds the page after an entry; resolves with a sentence about why it failed, or `null`. */
  readonly onLoadAfter: (last: number) => Promise<string | null>;
}

type Outcome =
  | { readonly status: "nothing" }
  /** The page after entry number `last` was added. */
  | { readonly status: "loaded"; readonly last: number }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };
/** Number of the oldest entry. */
const FIRST_NUMBER = 1;

export function JournalList({ labelledBy, entries, onLoadAfter }: JournalListProps) {
  const nextRef = useRef<HTMLLIElement>(null);
  const last = entries.at(-1)?.number ?? FIRST_NUMBER;

  async function loadMore(): Promise<Outcome> {
    const reason = await onLoadAfter(last);
    return reason === null ? { status: "loaded", last } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(loadMore, NO_OUTCOME);
  const nextNumber = outcome.status === "loaded" ? outcome.last - 1 : null;

  useEffect(() => {
    // Focus the first new line, because the button may be gone.
    if (nextNumber !== null) nextRef.current?.focus();
  }, [nextNumber]);

  return (
    <>
      <ol aria-labelledby={labelledBy}>
        {entries.map((entry) => (
          <JournalLine key={entry.number} entry={entry} ref={entry.number === nextNumber ? nextRef : undefined} />
        ))}
      </ol>
      <div className="flex flex-col items-start gap-3 not-empty:mt-4">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{journalText.moreFailed}</Alert> : null}
        {last > FIRST_NUMBER ? (
          <Button isPending={isPending} onClick={() => startTransition(submit)}>
            {journalText.showMore}
          </Button>
        ) : null}
      </div>
    </>
  );
}
