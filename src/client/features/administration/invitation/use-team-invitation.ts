import { useCallback, useEffect, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { TeamInvitation } from "#contract/accounts/invitations.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";

type InvitationState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly invitation: TeamInvitation };

type Answer = { readonly invitation: TeamInvitation; readonly failure: null } | { readonly failure: ApiError };

interface TeamInvitationHook {
  readonly state: InvitationState;
  readonly reload: () => Promise<void>;
  /** Creates a new link; resolves with a sentence about why it failed, or `null`. */
  readonly renew: () => Promise<string | null>;
}

async function ask(method: "GET" | "POST"): Promise<Answer> {
  const asking = callApi({ method, path: API.invitation, answer: TeamInvitation });
  const failure = await failureOf(asking);
  return failure === null ? { invitation: await asking, failure } : { failure };
}

function stateOf(answer: Answer): InvitationState {
  if (answer.failure === null) return { status: "ready", invitation: answer.invitation };
  return { status: "failed", reason: failureSentence(answer.failure) };
}

/** The team's invitation link, and how to replace it. */
export function useTeamInvitation(): TeamInvitationHook {
  const [state, setState] = useState<InvitationState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer) => {
      if (answer.failure !== null) recheckAfter(answer.failure);
      setState(stateOf(answer));
    },
    [recheckAfter],
  );

  useEffect(() => {
    void ask("GET").then(show);
  }, [show]);

  return {
    state,
    reload: async () => show(await ask("GET")),
    async renew() {
      const answer = await ask("POST");
      // If renewing failed, the shown link is still valid.
      if (answer.failure === null) show(answer);
      else recheckAfter(answer.failure);
      return answer.failure && failureSentence(answer.failure);
    },
  };
}
