import { UserPlus } from "lucide-react";
import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { Button } from "#client/ui/button.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import { sentenceOf } from "#text/errors.ts";
import { usersText } from "#text/users.ts";
import { type PromotionOutcome, usePromotion } from "./use-promotion.ts";

const NOTHING_TO_SAY: PromotionOutcome = { status: "nothing" };

/** Makes somebody an admin, by their e-mail address. */
export function AdminForm() {
  const promote = usePromotion();
  const [email, setEmail] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);

  async function tryToPromote(): Promise<PromotionOutcome> {
    const outcome = await promote(email);
    // Whoever types the next address already keeps it.
    if (outcome.status === "promoted") setEmail((typed) => (typed === email ? "" : typed));
    return outcome;
  }

  const [outcome, submit, isPending] = useActionState(tryToPromote, NOTHING_TO_SAY);
  const promoted = useFleeting(outcome.status === "promoted" ? outcome : null);

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
        {/* Level with the field, whatever stands above and below that. */}
        <Button type="submit" icon={<UserPlus />} isPending={isPending} className="sm:mt-[26px]">
          {usersText.addAdmin}
        </Button>
      </div>
      {/* As wide as the line above, however long the sentence. */}
      <div className="-mb-3 w-0 min-w-full [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{usersText.addAdminFailed}</Alert> : null}
        <StatusMessage>{promoted?.sentence}</StatusMessage>
      </div>
    </form>
  );
}
