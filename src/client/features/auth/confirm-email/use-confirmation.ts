import { useEffect, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Confirmed } from "#contract/accounts/confirmations.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";

type Confirmation =
  | { readonly status: "confirming" }
  | { readonly status: "confirmed"; readonly address: "confirmed" | "changed" | "returned" }
  | { readonly status: "link-invalid" }
  | { readonly status: "failed"; readonly reason: string };

async function confirm(token: string): Promise<Confirmation> {
  const call = { method: "POST", path: API.confirmEmail, body: { token }, answer: Confirmed } as const;
  const confirming = callApi(call);
  const failure = await failureOf(confirming);
  if (failure === null) return { status: "confirmed", address: (await confirming).address ?? "confirmed" };
  if (failure.code === "confirmation.link_invalid") return { status: "link-invalid" };
  return { status: "failed", reason: failureSentence(failure) };
}

/** Confirms or changes the address by the token of the link; fetching the page alone changes nothing. */
export function useConfirmation(token: string | null): { readonly state: Confirmation; readonly retry: () => void } {
  const [state, setState] = useState<Confirmation>({ status: token === null ? "link-invalid" : "confirming" });
  /** A new object is another try. */
  const [attempt, setAttempt] = useState({ token });
  const { check } = useSession();

  useEffect(() => {
    let isShown = true;
    async function tryIt(given: string): Promise<void> {
      const outcome = await confirm(given);
      if (!isShown) return;
      setState(outcome);
      // The user who is signed in here may be the owner of the address.
      if (outcome.status === "confirmed") await check();
    }
    if (attempt.token !== null) void tryIt(attempt.token);
    return () => {
      isShown = false;
    };
  }, [attempt, check]);

  function retry(): void {
    setState({ status: "confirming" });
    setAttempt({ token });
  }

  return { state, retry };
}
