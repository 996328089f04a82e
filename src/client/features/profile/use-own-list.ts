import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { failureSentence } from "#text/errors/errors.ts";

type OwnListState<Row> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly rows: readonly Row[] };

type Answer<Row> = { readonly rows: readonly Row[]; readonly failure: null } | { readonly failure: ApiError };

interface Removal<Row> {
  readonly path: `/api/${string}`;
  /** The refusal that says that it is gone already, as wanted. */
  readonly gone: ErrorCode;
  readonly isKept: (row: Row) => boolean;
}

interface OwnList<Row> {
  readonly state: OwnListState<Row>;
  readonly reload: () => Promise<void>;
  /** Removes rows; resolves with a sentence about why it failed, or `null`. */
  readonly remove: (removal: Removal<Row>) => Promise<string | null>;
}

async function answerOf<Row>(reading: Promise<readonly Row[]>): Promise<Answer<Row>> {
  const failure = await failureOf(reading);
  return failure === null ? { rows: await reading, failure } : { failure };
}

/**
 * A list that the server keeps of the user.
 * @param read the same function for the life of the screen
 */
export function useOwnList<Row>(read: () => Promise<readonly Row[]>): OwnList<Row> {
  const [state, setState] = useState<OwnListState<Row>>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer<Row>) => {
      if (answer.failure === null) return setState({ status: "ready", rows: answer.rows });
      recheckAfter(answer.failure);
      setState({ status: "failed", reason: failureSentence(answer.failure) });
    },
    [recheckAfter],
  );

  useEffect(() => {
    void answerOf(read()).then(show);
  }, [read, show]);

  async function remove({ path, gone, isKept }: Removal<Row>): Promise<string | null> {
    const failure = await failureOf(callApi({ method: "DELETE", path }));
    if (failure !== null && failure.code !== gone) {
      recheckAfter(failure);
      return failureSentence(failure);
    }
    setState((shown) => (shown.status === "ready" ? { ...shown, rows: shown.rows.filter(isKept) } : shown));
    return null;
  }

  return { state, reload: async () => show(await answerOf(read())), remove };
}
