import { startTransition, useActionState, useEffect } from "react";
import { Link } from "wouter";
import { NO_OUTCOME, type Outcome, OutcomeMessage, useAction } from "#client/forms/use-action.tsx";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { PAGES } from "#client/pages.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { ConfirmationRequested, Confirmed } from "#contract/accounts/confirmations.ts";
import { API } from "#contract/paths.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { CONFIRMED_TEXT, confirmationText } from "#text/accounts/confirmation.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { layoutText } from "#text/shell/layout.ts";
import { useLinkToken } from "./arrival.ts";
import { AuthFrame } from "./auth-frame.tsx";

const CONFIRMING = { status: "confirming" } as const;

type Confirmation =
  | typeof CONFIRMING
  /** `changed`: the account has its new address. `returned`: the former address was restored. */
  | { readonly status: "confirmed"; readonly address: "confirmed" | "changed" | "returned" }
  | { readonly status: "link-invalid" }
  | { readonly status: "failed"; readonly reason: string };

/** Sends the token of the link to the server. A mail program that fetches the page does not use it: it runs no code. */
function useConfirmation(token: string | null): { readonly state: Confirmation; readonly retry: () => void } {
  const { check } = useSession();
  const [result, confirm, isPending] = useActionState(async (): Promise<Confirmation> => {
    const confirming = callApi({ method: "POST", path: API.confirmEmail, body: { token }, response: Confirmed });
    const failure = await failureOf(confirming);
    if (failure?.code === "confirmation.link_invalid") return { status: "link-invalid" };
    if (failure) return { status: "failed", reason: failureSentence(failure) };
    const { address = "confirmed" } = await confirming;
    // Reloads the session, because the signed-in user may be the owner of the address.
    void check();
    return { status: "confirmed", address };
  }, CONFIRMING);
  useEffect(() => (token === null ? undefined : startTransition(confirm)), [token, confirm]);
  if (token === null) return { state: { status: "link-invalid" }, retry: confirm };
  return { state: isPending ? CONFIRMING : result, retry: () => startTransition(confirm) };
}

const BUTTON_LINK_CLASS = buttonClass({ variant: "primary", size: "large", fullWidth: true });

/** A button that sends the confirmation mail again, for a signed-in user whose address is not confirmed. */
function ResendButton() {
  const { check } = useSession();
  const call = useCall();
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const { failure, value } = await call({
      method: "POST",
      path: API.ownConfirmation,
      response: ConfirmationRequested,
    });
    if (failure) return { status: "failed", sentence: failureSentence(failure) };
    if (value.status === "sent") return { status: "done", sentence: confirmationText.sent };
    // The address was confirmed meanwhile. The reloaded session shows that.
    await check();
    return NO_OUTCOME;
  });
  return (
    <>
      <OutcomeMessage outcome={outcome} isLasting className="-mb-5 [&>:not(:empty)]:mb-5" />
      <Button variant="primary" size="large" fullWidth isPending={isPending} onClick={() => act()}>
        {confirmationText.resend}
      </Button>
    </>
  );
}

/** What to do with a link that is too old, was replaced by a newer one, or was never valid. */
function ConfirmationLinkInvalid() {
  const { user, isEmailConfirmed } = useSession();
  if (user !== null && isEmailConfirmed === true) {
    return (
      <div className="flex flex-col gap-5">
        <Notice>{confirmationText.alreadyConfirmed}</Notice>
        <Link href={PAGES.home} className={BUTTON_LINK_CLASS}>
          {confirmationText.home}
        </Link>
      </div>
    );
  }
  const canResend = user !== null && isEmailConfirmed === false;
  return (
    <div className="flex flex-col gap-5">
      <Alert>{sentenceOf("confirmation.link_invalid")}</Alert>
      <p>{canResend ? confirmationText.resendHint : confirmationText.signInHint}</p>
      {canResend ? <ResendButton /> : null}
      {user === null ? (
        <Link href={PAGES.login} className={BUTTON_LINK_CLASS}>
          {accountText.signIn}
        </Link>
      ) : null}
    </div>
  );
}

/** The page that the link in a confirmation mail opens, whether the user is signed in or not. */
export function ConfirmEmailScreen() {
  const { user } = useSession();
  const { state, retry } = useConfirmation(useLinkToken());
  const done = state.status === "confirmed" ? CONFIRMED_TEXT[state.address] : null;
  return (
    <AuthFrame intro="low" title={done?.title ?? confirmationText.title}>
      <StatusMessage>{done?.whatFollows}</StatusMessage>
      {done ? (
        <Link href={user === null ? PAGES.login : PAGES.home} className={`mt-5 ${BUTTON_LINK_CLASS}`}>
          {user === null ? accountText.signIn : confirmationText.home}
        </Link>
      ) : null}
      {state.status === "confirming" ? <Skeleton className="h-12 rounded-strip" /> : null}
      {state.status === "link-invalid" ? <ConfirmationLinkInvalid /> : null}
      {state.status === "failed" ? (
        <div className="flex flex-col gap-5">
          <Alert>{state.reason}</Alert>
          <Button variant="primary" size="large" fullWidth onClick={retry}>
            {layoutText.retry}
          </Button>
        </div>
      ) : null}
    </AuthFrame>
  );
}
