import { Send } from "lucide-react";
import { startTransition, type SubmitEvent, useActionState, useEffect, useRef, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Email } from "#contract/accounts/account-fields.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { addressChangeText, addressMessageSent } from "#text/profile/profile.ts";
import { changeAddressOf, usersText } from "#text/users/users.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "sent"; readonly address: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

interface AddressDialogProps {
  readonly person: UserRow;
  readonly onClose: () => void;
}

function useAddressChange(userId: string): (email: string) => Promise<Outcome> {
  const recheckAfter = useRecheckAfter();
  const reloadPeople = useReloadPeople();
  return async (email) => {
    const issue = Email.safeParse(email).error?.issues[0];
    if (issue) return { status: "wrong", code: isErrorCode(issue.message) ? issue.message : "account.email_invalid" };
    const path = fillPath(API.userAddress, userId);
    const failure = await failureOf(callApi({ method: "POST", path, body: { email } }));
    if (failure === null) return { status: "sent", address: email };
    recheckAfter(failure);
    // The person was deleted, or became an admin meanwhile.
    void reloadPeople();
    const refused = firstRefused(failure, ["email"]);
    if (refused) return { status: "wrong", code: refused.code };
    return { status: "failed", reason: failureSentence(failure) };
  };
}

/** Mails a member whose mailbox is gone the link to another address. */
export function AddressDialog({ person, onClose }: AddressDialogProps) {
  const change = useAddressChange(person.id);
  const [email, setEmail] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);
  const [outcome, submit, isPending] = useActionState(() => change(email.trim()), NO_OUTCOME);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.status === "wrong" || outcome.status === "failed") fieldRef.current?.focus();
  }, [outcome]);

  return (
    <Dialog
      isOpen
      title={<bdi>{changeAddressOf(fullName(person))}</bdi>}
      onClose={onClose}
      initialFocusRef={fieldRef}
      actions={<Button onClick={onClose}>{usersText.close}</Button>}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4 wrap-anywhere">
        <p>{addressChangeText.hint}</p>
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{addressChangeText.failed}</Alert> : null}
        <TextField
          ref={fieldRef}
          label={addressChangeText.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={outcome.status === "wrong" ? sentenceOf(outcome.code) : null}
        />
        <Button type="submit" variant="primary" icon={<Send />} isPending={isPending}>
          {addressChangeText.send}
        </Button>
        <StatusMessage>{outcome.status === "sent" ? addressMessageSent(outcome.address) : null}</StatusMessage>
      </form>
    </Dialog>
  );
}
