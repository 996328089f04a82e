import { startTransition, useActionState, useEffect, useId, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Replies } from "#contract/accounts/notifications.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { repliesText } from "#text/profile/profile.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "saved" }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** Whether those whom the user asks to come may reply to the user's address. A choice is saved at once. */
export function RepliesRegion() {
  return useSharingState() === "shared" ? <SharedReplies /> : null;
}

function SharedReplies() {
  const titleId = useId();
  const recheckAfter = useRecheckAfter();
  /** `null`: not loaded. */
  const [areTaken, setAreTaken] = useState<boolean | null>(null);

  async function run(sentence: string, calling: Promise<Replies>): Promise<Outcome | null> {
    const failure = await failureOf(calling);
    if (failure !== null) {
      recheckAfter(failure);
      return { status: "failed", sentence, reason: failureSentence(failure) };
    }
    setAreTaken((await calling).areTaken);
    return null;
  }

  const [outcome, act] = useActionState(async (_: Outcome, wanted: boolean | null): Promise<Outcome> => {
    const path = API.ownReplies;
    if (wanted === null) return (await run(repliesText.notLoaded, callApi({ path, answer: Replies }))) ?? NO_OUTCOME;
    const saving = callApi({ method: "PUT", path, body: { areTaken: wanted }, answer: Replies });
    return (await run(repliesText.failed, saving)) ?? { status: "saved" };
  }, NO_OUTCOME);
  const saved = useExpiringMessage(outcome.status === "saved" ? outcome : null);

  useEffect(() => {
    startTransition(() => act(null));
  }, [act]);

  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 id={titleId} className="text-name">
        {repliesText.title}
      </h3>
      <p className="mt-1 mb-1 text-small text-ink-2">{repliesText.explanation}</p>
      <Checkbox
        label={repliesText.label}
        checked={areTaken === true}
        disabled={areTaken === null}
        onChange={({ target: { checked } }) => {
          setAreTaken(checked);
          startTransition(() => act(checked));
        }}
      />
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
        <StatusMessage>{saved ? repliesText.saved : null}</StatusMessage>
      </div>
    </section>
  );
}
