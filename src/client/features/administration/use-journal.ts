import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { JournalEntries, type JournalEntry } from "#contract/journal.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors.ts";

type Entries = readonly JournalEntry[];

type JournalState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly entries: Entries };

type Answer = { readonly entries: Entries; readonly failure: null } | { readonly failure: ApiError };

export interface Journal {
  readonly state: JournalState;
  /** Reads its newest page again: something was done meanwhile. */
  readonly reload: () => Promise<void>;
  /** Adds the page after entry number `last`; answers why that failed, in words, or `null`. */
  readonly loadAfter: (last: number) => Promise<string | null>;
}

async function load(before?: number): Promise<Answer> {
  const path = before === undefined ? API.journal : (`${API.journal}?before=${before}` as const);
  const loading = callApi({ path, answer: JournalEntries });
  const failure = await failureOf(loading);
  return failure === null ? { entries: await loading, failure } : { failure };
}

/** What admins did, newest first. */
export function useJournal(): Journal {
  const [state, setState] = useState<JournalState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer) => {
      if (answer.failure === null) return setState({ status: "ready", entries: answer.entries });
      const reason = failureSentence(answer.failure);
      recheckAfter(answer.failure);
      // What was read before is still true.
      setState((shown) => (shown.status === "ready" ? shown : { status: "failed", reason }));
    },
    [recheckAfter],
  );

  useEffect(() => {
    void load().then(show);
  }, [show]);

  return {
    state,
    reload: async () => show(await load()),
    async loadAfter(last) {
      const answer = await load(last);
      if (answer.failure !== null) {
        recheckAfter(answer.failure);
        return failureSentence(answer.failure);
      }
      const { entries } = answer;
      // Read again meanwhile from its beginning, it goes on elsewhere.
      setState((shown) =>
        shown.status === "ready" && shown.entries.at(-1)?.number === last
          ? { status: "ready", entries: [...shown.entries, ...entries] }
          : shown,
      );
      return null;
    },
  };
}
