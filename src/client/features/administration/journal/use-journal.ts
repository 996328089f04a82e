import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { JournalEntries, type JournalEntry } from "#contract/journal.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { useServerData } from "../use-server-data.ts";

type Entries = readonly JournalEntry[];

export interface Journal extends Pick<ReturnType<typeof useServerData<Entries>>, "state" | "reload"> {
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
export function useJournal(): Journal {
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
