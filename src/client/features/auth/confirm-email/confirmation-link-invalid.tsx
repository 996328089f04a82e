import { startTransition, useActionState } from "react";
import { Link } from "wouter";
import { failureOf } from "#client/http/failure-of.ts";
import { requestConfirmation } from "#client/session/request-confirmation.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { confirmationText } from "#text/accounts/confirmation.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";

type Outcome = { readonly status: "nothing" | "sent" } | { readonly status: "failed"; readonly reason: string };

const LINK_CLASS = buttonClass({ variant: "primary", size: "large", fullWidth: true });

/** For a user whose address is still to confirm. */
function Resending() {
  const { check } = useSession();

  async function resend(): Promise<Outcome> {
    const requesting = requestConfirmation();
    const failure = await failureOf(requesting);
    if (failure !== null) return { status: "failed", reason: failureSentence(failure) };
    if ((await requesting) === "sent") return { status: "sent" };
    await check();
    return { status: "nothing" };
  }

  const [outcome, act, isPending] = useActionState<Outcome>(resend, { status: "nothing" });
  return (
    <>
      {outcome.status === "failed" ? <Alert>{outcome.reason}</Alert> : null}
      <StatusMessage>{outcome.status === "sent" ? confirmationText.sent : null}</StatusMessage>
      <Button variant="primary" size="large" fullWidth isPending={isPending} onClick={() => startTransition(act)}>
        {confirmationText.resend}
      </Button>
    </>
  );
}

/** For a link that is too old, was replaced by a newer one, or was never valid: what to do next. */
export function ConfirmationLinkInvalid() {
  const { user, isEmailConfirmed } = useSession();
  if (user !== null && isEmailConfirmed === true) {
    return (
      <div className="flex flex-col gap-5">
        <Notice>{confirmationText.alreadyConfirmed}</Notice>
        <Link href={PAGES.home} className={LINK_CLASS}>
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
      {canResend ? <Resending /> : null}
      {user === null ? (
        <Link href={PAGES.login} className={LINK_CLASS}>
          {accountText.signIn}
        </Link>
      ) : null}
    </div>
  );
}
