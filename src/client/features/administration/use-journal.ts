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

/** What admins did, newest first. */
export function useJournal(): Journal {
  const { state, reload, change } = useReading(readNewest);
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
