import { startTransition, useActionState, useEffect, useRef } from "react";
import { Button } from "#client/ui/button.tsx";
import { Alert } from "#client/ui/message.tsx";
import type { JournalEntry } from "#contract/journal.ts";
import { journalText } from "#text/journal.ts";
import { JournalLine } from "./journal-line.tsx";

interface JournalListProps {
  readonly labelledBy: string;
  /** At least one. */
  readonly entries: readonly JournalEntry[];
  /** Adds the page after an entry; answers why that failed, in words, or `null`. */
  readonly onLoadAfter: (last: number) => Promise<string | null>;
}

type Outcome =
  | { readonly status: "nothing" }
  /** The page after entry number `last` is there. */
  | { readonly status: "loaded"; readonly last: number }
  | { readonly status: "failed"; readonly reason: string };

const NOTHING_TO_SAY: Outcome = { status: "nothing" };
/** Entries are numbered from it on. */
const FIRST_NUMBER = 1;

export function JournalList({ labelledBy, entries, onLoadAfter }: JournalListProps) {
  const nextRef = useRef<HTMLLIElement>(null);
  const last = entries.at(-1)?.number ?? FIRST_NUMBER;

  async function loadMore(): Promise<Outcome> {
    const reason = await onLoadAfter(last);
    return reason === null ? { status: "loaded", last } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(loadMore, NOTHING_TO_SAY);
  const nextNumber = outcome.status === "loaded" ? outcome.last - 1 : null;

  useEffect(() => {
    // Reading goes on where the new lines begin; the button may have gone.
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
