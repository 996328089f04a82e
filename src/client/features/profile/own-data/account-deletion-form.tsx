import { type SubmitEvent, startTransition, useActionState, useEffect, useId, useRef, useState } from "react";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { PasswordField } from "#client/ui/fields/password-field.tsx";
import { accountText } from "#text/accounts/accounts.ts";
import { actionText } from "#text/phrases/actions.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { ownAccountText } from "#text/profile/own-account.ts";
import { useAccountDeletion } from "./use-account-deletion.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly code: "field.required" | "account.wrong_own_password" }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** View of the profile for deleting the account: what is deleted, and the password again. */
export function AccountDeletionForm({ onReturn }: { readonly onReturn: () => void }) {
  const user = useUser();
  const titleId = useId();
  const textId = useId();
  const passwordRef = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const deleteAccount = useAccountDeletion();

  async function tryToDelete(): Promise<Outcome> {
    if (password === "") return { status: "wrong", code: "field.required" };
    const failure = await deleteAccount(password);
    if (failure === null) return NO_OUTCOME;
    if (failure.code === "account.wrong_own_password") return { status: "wrong", code: failure.code };
    return { status: "failed", reason: failureSentence(failure) };
  }

  const [outcome, submit, isPending] = useActionState(tryToDelete, NO_OUTCOME);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.status !== "failed") passwordRef.current?.focus();
  }, [outcome]);

  return (
    <form
      aria-labelledby={titleId}
      aria-describedby={textId}
      noValidate
      onSubmit={handleSubmit}
      className="flex flex-col gap-4"
    >
      <h3 id={titleId} className="text-name text-ink-2">
        {ownAccountText.delete}
      </h3>
      <div id={textId} className="flex flex-col gap-2">
        <p>{ownAccountText.whatGoes}</p>
        <ul className="list-disc pl-5">
          <li>{ownAccountText.account}</li>
          <li>{ownAccountText.sessions}</li>
          <li>{ownAccountText.answers}</li>
        </ul>
        <p>{ownAccountText.consequence}</p>
      </div>
      <PasswordField
        ref={passwordRef}
        label={accountText.password}
        hint={ownAccountText.passwordHint}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={outcome.status === "wrong" ? sentenceOf(outcome.code) : null}
      />
      {/* So that password managers know whose password it is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? ""} />
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{ownAccountText.deletionFailed}</Alert> : null}
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="danger" size="large" fullWidth isPending={isPending}>
          {actionText.confirmDeletion}
        </Button>
        <Button variant="quiet" fullWidth onClick={onReturn}>
          {actionText.cancel}
        </Button>
      </div>
    </form>
  );
}
