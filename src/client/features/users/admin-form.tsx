import { UserPlus } from "lucide-react";
import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { usersText } from "#text/users/users.ts";
import { type PromotionOutcome, usePromotion } from "./use-promotion.ts";

const NO_OUTCOME: PromotionOutcome = { status: "nothing" };

/** Makes a user an admin, by their e-mail address. */
export function AdminForm() {
  const promote = usePromotion();
  const [email, setEmail] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);

  async function tryToPromote(): Promise<PromotionOutcome> {
    const outcome = await promote(email);
    // If another address was typed meanwhile, it stays.
    if (outcome.status === "promoted") setEmail((typed) => (typed === email ? "" : typed));
    return outcome;
  }

  const [outcome, submit, isPending] = useActionState(tryToPromote, NO_OUTCOME);
  const promoted = useExpiringMessage(outcome.status === "promoted" ? outcome : null);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.status === "wrong" || outcome.status === "failed") fieldRef.current?.focus();
  }, [outcome]);

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="grow md:w-[300px] md:flex-none">
          <TextField
            ref={fieldRef}
            label={usersText.newAdminEmail}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={outcome.status === "wrong" ? sentenceOf(outcome.code) : null}
          />
        </div>
        {/* Aligned with the field, whatever is above and below it. */}
        <Button type="submit" icon={<UserPlus />} isPending={isPending} className="sm:mt-[26px]">
          {usersText.addAdmin}
        </Button>
      </div>
      {/* As wide as the line above, whatever the length of the sentence. */}
      <div className="-mb-3 w-0 min-w-full [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{usersText.addAdminFailed}</Alert> : null}
        <StatusMessage>{promoted?.sentence}</StatusMessage>
      </div>
    </form>
  );
}
