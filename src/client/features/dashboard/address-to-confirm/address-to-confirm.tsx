import { Mail } from "lucide-react";
import { startTransition, useActionState, useId } from "react";
import { failureOf } from "#client/http/failure-of.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { requestConfirmation } from "#client/session/passwords/mail-delivery.ts";
import { useRecheckAfter, useSession, useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { addressText, openTheMessage } from "#text/accounts/confirmation.ts";
import { failureSentence } from "#text/errors/errors.ts";

type Outcome = { readonly status: "nothing" | "sent" } | { readonly status: "failed"; readonly reason: string };

/** Tells the user that their address is not confirmed, and sends the mail again. Its height is that of its place. */
export function AddressToConfirm() {
  const titleId = useId();
  const { email = "" } = useUser();
  const { check } = useSession();
  const recheckAfter = useRecheckAfter();
  const isShared = useSharingState() === "shared";

  async function resend(): Promise<Outcome> {
    const requesting = requestConfirmation();
    const failure = await failureOf(requesting);
    if (failure !== null) {
      recheckAfter(failure);
      return { status: "failed", reason: failureSentence(failure) };
    }
    if ((await requesting) === "sent") return { status: "sent" };
    await check();
    return { status: "nothing" };
  }

  const [outcome, act, isPending] = useActionState<Outcome>(resend, { status: "nothing" });
  return (
    <section
      aria-labelledby={titleId}
      className="min-h-21 rounded-event border border-line bg-unanswered-soft px-3 pt-1.5 pb-2 text-tiny sm:min-h-18 sm:px-3.5 sm:text-small"
    >
      <div className="flex items-center gap-x-1.5">
        <Mail className="size-[18px] flex-none text-ink-2" />
        <h2 id={titleId} className="min-w-0 grow text-small font-semibold tracking-[-0.01em]">
          {addressText.title}
        </h2>
        <Button
          variant="quiet"
          size="small"
          className="-mx-3 -my-1 min-h-11! flex-none text-small!"
          isPending={isPending}
          onClick={() => startTransition(act)}
        >
          {addressText.resend}
        </Button>
      </div>
      {outcome.status === "nothing" ? (
        <p className="wrap-anywhere text-ink-2">{openTheMessage(email, isShared)}</p>
      ) : null}
      {outcome.status === "failed" ? (
        <p role="alert" className="text-missing">
          {outcome.reason}
        </p>
      ) : null}
      {/* Stays in the page while it is empty, so that new text is announced. */}
      <div aria-live="polite">
        {outcome.status === "sent" ? (
          <p role="status" className="text-ink-2">
            {addressText.sent}
          </p>
        ) : null}
      </div>
    </section>
  );
}
