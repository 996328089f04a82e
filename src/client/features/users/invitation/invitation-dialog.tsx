import { Copy, Send } from "lucide-react";
import { startTransition, type SubmitEvent, useActionState, useEffect, useId, useRef, useState } from "react";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { connectionText } from "#text/shell/connection.ts";
import { invitationSent, invitationText, invitePerson } from "#text/users/users.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { PersonalInvitation } from "#contract/accounts/people.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { API, fillPath } from "#contract/paths.ts";

type InvitationOutcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "done"; readonly sentence: string }
  /** The link has to be copied by hand. */
  | { readonly status: "shown"; readonly link: string };

function problemOf(email: string): ErrorCode | null {
  const issue = Email.safeParse(email).error?.issues[0];
  if (!issue) return null;
  return isErrorCode(issue.message) ? issue.message : "account.email_invalid";
}

interface PersonalInvitationActions {
  readonly send: (email: string) => Promise<InvitationOutcome>;
  readonly copy: () => Promise<InvitationOutcome>;
}

/** Sends a person the link by which they create their account, or copies it. */
function usePersonalInvitation(userId: string): PersonalInvitationActions {
  const recheckAfter = useRecheckAfter();
  const reloadPeople = useReloadPeople();

  async function make(
    email: string | undefined,
    finish: (link: string) => InvitationOutcome | Promise<InvitationOutcome>,
  ): Promise<InvitationOutcome> {
    const path = fillPath(API.userInvitation, userId);
    const inviting = callApi({ method: "POST", path, body: { email }, answer: PersonalInvitation });
    const failure = await failureOf(inviting);
    // The row changes, or was out of date.
    void reloadPeople();
    if (failure === null) return finish((await inviting).link);
    recheckAfter(failure);
    const refused = firstRefused(failure, ["email"]);
    if (refused) return { status: "wrong", code: refused.code };
    return { status: "failed", reason: failureSentence(failure) };
  }

  return {
    async send(email) {
      const code = problemOf(email);
      if (code !== null) return { status: "wrong", code };
      return make(email.trim(), () => ({ status: "done", sentence: invitationSent(email.trim()) }));
    },
    copy: () =>
      make(undefined, async (link) => {
        try {
          // Unavailable under http:// (except on localhost); rejected if the user refused permission.
          await navigator.clipboard.writeText(link);
          return { status: "done", sentence: invitationText.copied };
        } catch {
          return { status: "shown", link };
        }
      }),
  };
}

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
