import { Copy, Send } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { fieldProblem, NO_OUTCOME, type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { copyText } from "#client/ui/page/copy-text.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { OneTimeLink } from "#contract/accounts/users.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { addressChangeText, addressMessageSent } from "#text/profile/profile.ts";
import { connectionText } from "#text/shell/connection.ts";
import { changeAddressOf, invitationSent, invitationText, invitePerson, usersText } from "#text/users/users.ts";

interface PersonDialogProps {
  readonly person: UserRow;
  readonly onClose: () => void;
}

interface EmailDialogProps {
  readonly title: string;
  readonly form: ReturnType<typeof useForm<"email">>;
  readonly hint: string;
  readonly emailLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function EmailDialog({ title, form, hint, emailLabel, onClose, children }: EmailDialogProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen
      title={<bdi>{title}</bdi>}
      onClose={onClose}
      initialFocusRef={fieldRef}
      actions={<Button onClick={onClose}>{usersText.close}</Button>}
    >
      <form {...form.formProps} className="flex flex-col gap-4 wrap-anywhere">
        <p>{hint}</p>
        <TextField {...form.emailProps("email")} ref={fieldRef} label={emailLabel} />
        <OutcomeMessage outcome={form.message} isLasting className="-mb-4 [&>:not(:empty)]:mb-4" />
        {children}
      </form>
    </Dialog>
  );
}

/** For a member who lost their mailbox: an admin sends the link that changes the address to another one. */
export function AddressDialog({ person, onClose }: PersonDialogProps) {
  const call = useCall();
  const people = usePeopleStore();
  const [typed, setTyped] = useState("");
  const form = useForm({
    texts: { email: typed },
    onType: (_, text) => setTyped(text),
    async send() {
      const email = typed.trim();
      const problem = fieldProblem("email", Email, email);
      if (problem) return problem;
      const { failure } = await call({ method: "POST", path: fillPath(API.userAddress, person.id), body: { email } });
      if (failure === null) return { status: "done", sentence: addressMessageSent(email) };
      // The person may have been deleted, or have become an admin meanwhile.
      void people.reload();
      return refusal(failure, addressChangeText.failed, ["email"]);
    },
  });
  return (
    <EmailDialog
      title={changeAddressOf(fullName(person))}
      form={form}
      hint={addressChangeText.hint}
      emailLabel={addressChangeText.email}
      onClose={onClose}
    >
      <Button type="submit" variant="primary" icon={<Send />} isPending={form.isPending}>
        {addressChangeText.send}
      </Button>
    </EmailDialog>
  );
}

/** The link in a selected field, to copy by hand. Shown if the browser could not copy it. */
function ShownLink({ link }: { readonly link: string }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.select(), []);
  return <TextField ref={ref} label={invitationText.link} hint={invitationText.copyFailed} readOnly value={link} />;
}

interface InvitationDialogProps extends PersonDialogProps {
  readonly doMailsGoToFiles: boolean;
}

/** Mails somebody without an account the link with which they create one, or copies that link. */
export function InvitationDialog({ person, doMailsGoToFiles, onClose }: InvitationDialogProps) {
  const id = useId();
  const call = useCall();
  const people = usePeopleStore();
  const isOffline = useConnection()?.status === "offline";
  const [typed, setTyped] = useState(person.email ?? "");
  const [shownLink, setShownLink] = useState<string | null>(null);

  async function invite(email?: string) {
    const path = fillPath(API.userInvitation, person.id);
    const invited = await call({ method: "POST", path, body: { email }, response: OneTimeLink });
    // The person's data have changed or were outdated.
    void people.reload();
    return invited;
  }

  async function send(): Promise<Outcome> {
    const email = typed.trim();
    const problem = fieldProblem("email", Email, email);
    if (problem) return problem;
    const { failure } = await invite(email);
    return failure
      ? refusal(failure, invitationText.failed, ["email"])
      : { status: "done", sentence: invitationSent(email) };
  }

  async function copy(): Promise<Outcome> {
    const { failure, value } = await invite();
    if (failure) return refusal(failure, invitationText.failed, ["email"]);
    if (await copyText(value.link)) return { status: "done", sentence: invitationText.copied };
    setShownLink(value.link);
    return NO_OUTCOME;
  }

  const form = useForm({
    texts: { email: typed },
    onType: (_, text) => setTyped(text),
    async send(action) {
      setShownLink(null);
      return action === "copy" ? copy() : send();
    },
  });
  const buttonProps = {
    isPending: form.isPending,
    disabled: isOffline,
    "aria-describedby": isOffline ? `${id}-offline` : undefined,
  };
  return (
    <EmailDialog
      title={invitePerson(fullName(person))}
      form={form}
      hint={doMailsGoToFiles ? invitationText.mailsAreFiles : invitationText.hint}
      emailLabel={invitationText.email}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <Button {...buttonProps} type="submit" variant="primary" icon={<Send />}>
          {invitationText.send}
        </Button>
        <Button {...buttonProps} icon={<Copy />} onClick={() => form.act("copy")}>
          {invitationText.copy}
        </Button>
        {isOffline ? (
          <p id={`${id}-offline`} className="text-center text-small">
            {connectionText.offline}
          </p>
        ) : null}
      </div>
      {shownLink === null ? null : <ShownLink link={shownLink} />}
    </EmailDialog>
  );
}
