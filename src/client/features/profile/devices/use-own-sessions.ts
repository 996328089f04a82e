import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { type OwnSession, OwnSessions } from "#contract/sign-in/own-sessions.ts";
import { API, fillPath } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";

type OwnSessionsState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly sessions: readonly OwnSession[] };

type Answer = { readonly sessions: readonly OwnSession[]; readonly failure: null } | { readonly failure: ApiError };

interface OwnSessionsHook {
  readonly state: OwnSessionsState;
  readonly reload: () => Promise<void>;
  /** Ends a session; resolves with a sentence about why it failed, or `null`. */
  readonly end: (id: string) => Promise<string | null>;
  /** Ends all other sessions; resolves as `end` does. */
  readonly endOthers: () => Promise<string | null>;
}

async function load(): Promise<Answer> {
  const loading = callApi({ path: API.ownSessions, answer: OwnSessions });
  const failure = await failureOf(loading);
  return failure === null ? { sessions: await loading, failure } : { failure };
}

/** The user's sessions. */
export function useOwnSessions(): OwnSessionsHook {
  const [state, setState] = useState<OwnSessionsState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer) => {
      if (answer.failure === null) return setState({ status: "ready", sessions: answer.sessions });
      recheckAfter(answer.failure);
      setState({ status: "failed", reason: failureSentence(answer.failure) });
    },
    [recheckAfter],
  );

  useEffect(() => {
    void load().then(show);
  }, [show]);

  function keep(isKept: (session: OwnSession) => boolean): void {
    setState((shown) => (shown.status === "ready" ? { ...shown, sessions: shown.sessions.filter(isKept) } : shown));
  }

  async function end(path: `/api/${string}`, isKept: (session: OwnSession) => boolean): Promise<string | null> {
    const failure = await failureOf(callApi({ method: "DELETE", path }));
    // It had already ended, as wanted.
    if (failure === null || failure.code === "session.not_found") {
      keep(isKept);
      return null;
    }
    recheckAfter(failure);
    return failureSentence(failure);
  }

  return {
    state,
    reload: async () => show(await load()),
    end: (id) => end(fillPath(API.ownSession, id), (session) => session.id !== id),
    endOthers: () => end(API.ownSessions, ({ isCurrent }) => isCurrent),
  };
}
