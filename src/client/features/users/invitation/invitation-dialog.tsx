import { Copy, Send } from "lucide-react";
import { type SubmitEvent, startTransition, useActionState, useEffect, useId, useRef, useState } from "react";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { connectionText } from "#text/shell/connection.ts";
import { invitationText } from "#text/users/invitation.ts";
import { invitePerson } from "#text/users/users.ts";
import { type InvitationOutcome, usePersonalInvitation } from "./use-personal-invitation.ts";

interface InvitationDialogProps {
  readonly person: UserRow;
  readonly onClose: () => void;
}

const NO_OUTCOME: InvitationOutcome = { status: "nothing" };

/** A link that could not be copied, selected to be copied by hand. */
function ShownLink({ link }: { readonly link: string }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.select(), []);
  return <TextField ref={ref} label={invitationText.link} hint={invitationText.copyFailed} readOnly value={link} />;
}

/** Invites a person who has no account. */
export function InvitationDialog({ person, onClose }: InvitationDialogProps) {
  const id = useId();
  const { send, copy } = usePersonalInvitation(person.id);
  const isOffline = useConnection()?.status === "offline";
  const areMailsFiles = useAreMailsFiles();
  const [email, setEmail] = useState(person.email ?? "");
  const fieldRef = useRef<HTMLInputElement>(null);
  const [outcome, act, isPending] = useActionState(
    (_: InvitationOutcome, what: "send" | "copy") => (what === "send" ? send(email) : copy()),
    NO_OUTCOME,
  );
  const buttonProps = {
    isPending,
    disabled: isOffline,
    "aria-describedby": isOffline ? `${id}-offline` : undefined,
  };

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending && !isOffline) startTransition(() => act("send"));
  }

  useEffect(() => {
    if (outcome.status === "wrong" || outcome.status === "failed") fieldRef.current?.focus();
  }, [outcome]);

  return (
    <Dialog
      isOpen
      title={<bdi>{invitePerson(fullName(person))}</bdi>}
      onClose={onClose}
      initialFocusRef={fieldRef}
      actions={<Button onClick={onClose}>{invitationText.close}</Button>}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <p>{areMailsFiles ? invitationText.mailsAreFiles : invitationText.hint}</p>
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{invitationText.failed}</Alert> : null}
        <TextField
          ref={fieldRef}
          label={invitationText.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={outcome.status === "wrong" ? sentenceOf(outcome.code) : null}
        />
        <div className="flex flex-col gap-2">
          <Button {...buttonProps} type="submit" variant="primary" icon={<Send />}>
            {invitationText.send}
          </Button>
          <Button {...buttonProps} icon={<Copy />} onClick={() => startTransition(() => act("copy"))}>
            {invitationText.copy}
          </Button>
          {isOffline ? (
            <p id={`${id}-offline`} className="text-center text-small">
              {connectionText.offline}
            </p>
          ) : null}
        </div>
        {outcome.status === "shown" ? <ShownLink link={outcome.link} /> : null}
        <StatusMessage>{outcome.status === "done" ? outcome.sentence : null}</StatusMessage>
      </form>
    </Dialog>
  );
}
