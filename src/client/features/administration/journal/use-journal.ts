import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { JournalEntries, type JournalEntry } from "#contract/journal.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors.ts";
import { useReading } from "./use-reading.ts";

type Entries = readonly JournalEntry[];

export interface Journal extends Pick<ReturnType<typeof useReading<Entries>>, "state" | "reload"> {
  /** Adds the page after entry number `last`; answers why that failed, in words, or `null`. */
  readonly loadAfter: (last: number) => Promise<string | null>;
}

function readNewest(): Promise<Entries> {
  return callApi({ path: API.journal, answer: JournalEntries });
}

function readBefore(number: number): Promise<Entries> {
  return callApi({ path: `${API.journal}?before=${number}`, answer: JournalEntries });
}

/** Numbers have no holes: what is shown of older pages goes on below the newest one, unless more came than a page. */
function aboveOlder(newest: Entries, shown: Entries): Entries {
  const last = newest.at(-1)?.number ?? 0;
  const older = shown.filter(({ number }) => number < last);
  return older[0]?.number === last - 1 ? [...newest, ...older] : newest;
}

/** What admins did, newest first. */
export function useJournal(): Journal {
  const { state, reload, change } = useReading(readNewest, aboveOlder);
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
      // Read again meanwhile from its beginning, it goes on elsewhere.
      change((entries) => (entries.at(-1)?.number === last ? [...entries, ...older] : entries));
      return null;
    },
  };
}
