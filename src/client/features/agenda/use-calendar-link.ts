import { useCallback, useEffect, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { CalendarLink } from "#contract/accounts/calendar-link.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";

type LinkState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly address: string | null };

type Answer = { readonly address: string | null; readonly failure: null } | { readonly failure: ApiError };

interface CalendarLinkHook {
  readonly state: LinkState;
  readonly reload: () => Promise<void>;
  /** Makes an address, or another one; resolves with a sentence about why it failed, or `null`. */
  readonly renew: () => Promise<string | null>;
  /** Takes the address back; resolves with a sentence about why it failed, or `null`. */
  readonly remove: () => Promise<string | null>;
}

async function ask(method: "GET" | "POST"): Promise<Answer> {
  const asking = callApi({ method, path: API.ownCalendar, answer: CalendarLink });
  const failure = await failureOf(asking);
  return failure === null ? { address: (await asking).address, failure } : { failure };
}

async function askToRemove(): Promise<Answer> {
  const failure = await failureOf(callApi({ method: "DELETE", path: API.ownCalendar }));
  return failure === null ? { address: null, failure } : { failure };
}

/** The user's own calendar address, and how to make and remove it. */
export function useCalendarLink(): CalendarLinkHook {
  const [state, setState] = useState<LinkState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer) => {
      if (answer.failure === null) return setState({ status: "ready", address: answer.address });
      recheckAfter(answer.failure);
      setState({ status: "failed", reason: failureSentence(answer.failure) });
    },
    [recheckAfter],
  );

  useEffect(() => {
    void ask("GET").then(show);
  }, [show]);

  /** If it failed, what is shown is still valid. */
  function showChange(answer: Answer): string | null {
    if (answer.failure === null) show(answer);
    else recheckAfter(answer.failure);
    return answer.failure && failureSentence(answer.failure);
  }

  return {
    state,
    reload: async () => show(await ask("GET")),
    renew: async () => showChange(await ask("POST")),
    remove: async () => showChange(await askToRemove()),
  };
}
