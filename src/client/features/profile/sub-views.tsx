import { type ReactNode, useEffect, useId, useState } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { type ApiError, failureOf } from "#client/http/call-api.ts";
import { CurrentPasswordField } from "#client/passwords/current-password-field.tsx";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useOwnPlanning } from "#client/planning/publication/own-planning-hooks.ts";
import { addPasskey, NoPasskey } from "#client/session/passkeys/credential.ts";
import {
  NEW_PASSWORD_FIELDS,
  type NewPasswordDraft,
  newPasswordProblem,
} from "#client/session/passwords/new-password.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { errorCodeOf } from "#contract/errors.ts";
import { OwnAddressChange } from "#contract/own-account.ts";
import { API } from "#contract/paths.ts";
import { ownAccountText } from "#text/accounts/accounts.ts";
import { passwordOutcome, passwordText } from "#text/accounts/passwords.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { addressChangeText, addressMessageSent, passkeyText } from "#text/profile/profile.ts";

interface SubViewProps {
  readonly form: Pick<ReturnType<typeof useForm>, "formProps" | "isPending" | "message">;
  readonly title: string;
  readonly children: ReactNode;
  /** Id of the element that describes the form to screen readers. */
  readonly describedBy?: string;
  /** Whether a success stays visible until the next action, instead of a few seconds. */
  readonly isDoneLasting?: boolean;
  readonly submitLabel: string;
  readonly submitVariant?: "primary" | "danger";
  readonly returnLabel?: string;
  readonly onReturn: () => void;
}

/** The layout of a form that replaces the profile in its dialog. Its first field takes the focus. */
function SubView({ form, title, children, submitVariant = "primary", ...props }: SubViewProps) {
  const titleId = useId();
  const { ref } = form.formProps;
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);
  return (
    <form
      {...form.formProps}
      aria-labelledby={titleId}
      aria-describedby={props.describedBy}
      className="flex flex-col gap-4"
    >
      <h3 id={titleId} className="text-name text-ink-2">
        {title}
      </h3>
      {children}
      <OutcomeMessage
        outcome={form.message}
        isLasting={props.isDoneLasting === true}
        className="-mb-4 wrap-anywhere [&>:not(:empty)]:mb-4"
      />
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant={submitVariant} size="large" fullWidth isPending={form.isPending}>
          {props.submitLabel}
        </Button>
        <Button variant="quiet" fullWidth onClick={props.onReturn}>
          {props.returnLabel ?? actionText.back}
        </Button>
      </div>
    </form>
  );
}

interface PasswordChangeDraft extends NewPasswordDraft {
  readonly currentPassword: string;
}

const PASSWORD_FIELDS = ["currentPassword", ...NEW_PASSWORD_FIELDS] as const;

export const EMPTY_PASSWORDS: PasswordChangeDraft = { currentPassword: "", newPassword: "", confirmation: "" };

/** The first problem to fix, empty fields first; `null` if the draft can be sent. */
export function passwordChangeProblem(draft: PasswordChangeDraft): Outcome | null {
  if (draft.currentPassword === "") return { status: "wrong", field: "currentPassword", code: "field.required" };
  const problem = newPasswordProblem(draft);
  return problem && { status: "wrong", ...problem };
}

/** Specification §8: the error's own message; if it has none, the general text. */
export function passwordChangeRefusal(failure: ApiError): Outcome {
  const hasOwnMessage = failure.code === "request.too_many" || failure.code === "account.built_in";
  if (hasOwnMessage) return { status: "failed", sentence: failureSentence(failure) };
  return refusal(failure, passwordOutcome.changeFailed, PASSWORD_FIELDS);
}

interface ReturnProps {
  readonly onReturn: () => void;
}

export function PasswordForm({ onReturn }: ReturnProps) {
  const { firstName, lastName, email = "" } = useUser();
  const call = useCall();
  const [draft, setDraft] = useState(EMPTY_PASSWORDS);
  const form = useForm({
    texts: { ...draft },
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    async send() {
      const problem = passwordChangeProblem(draft);
      if (problem) return problem;
      const { confirmation: _, ...body } = draft;
      const { failure } = await call({ method: "POST", path: API.changePassword, body });
      if (failure) return passwordChangeRefusal(failure);
      setDraft(EMPTY_PASSWORDS);
      return { status: "done", sentence: passwordOutcome.changed };
    },
  });
  return (
    <SubView form={form} title={passwordText.change} submitLabel={passwordText.submitChange} onReturn={onReturn}>
      <CurrentPasswordField {...form.passwordProps("currentPassword")} label={passwordText.old} username={email} />
      <NewPasswordField
        {...form.passwordProps("newPassword")}
        label={passwordText.new}
        known={[firstName, lastName, email]}
      />
      <TextField
        {...form.passwordProps("confirmation")}
        label={passwordText.confirmNew}
        type="password"
        autoComplete="new-password"
      />
    </SubView>
  );
}

const ADDRESS_FIELDS = ["email", "password"] as const;
const NO_ADDRESS: OwnAddressChange = { email: "", password: "" };

/** The first problem to fix, empty fields first; `null` if the draft can be sent. */
function addressProblem(draft: OwnAddressChange): Outcome | null {
  const empty = ADDRESS_FIELDS.find((field) => draft[field] === "");
  if (empty) return { status: "wrong", field: empty, code: "field.required" };
  const issue = OwnAddressChange.safeParse(draft).error?.issues[0];
  return issue ? { status: "wrong", field: String(issue.path[0]), code: errorCodeOf(issue.message) } : null;
}

/** The form for a new e-mail address. The server sends a mail to it, whose link confirms the change. */
export function AddressForm({ onReturn }: ReturnProps) {
  const user = useUser();
  const call = useCall();
  const [draft, setDraft] = useState(NO_ADDRESS);
  const form = useForm({
    texts: { ...draft },
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    async send() {
      const body = { ...draft, email: draft.email.trim() };
      const problem = addressProblem(body);
      if (problem) return problem;
      const { failure } = await call({ method: "POST", path: API.ownAddress, body });
      if (failure) return refusal(failure, addressChangeText.failed, ADDRESS_FIELDS);
      setDraft(NO_ADDRESS);
      return { status: "done", sentence: addressMessageSent(body.email) };
    },
  });
  return (
    <SubView
      form={form}
      title={addressChangeText.title}
      isDoneLasting
      submitLabel={addressChangeText.send}
      onReturn={onReturn}
    >
      <p>{addressChangeText.hint}</p>
      <TextField {...form.emailProps("email")} label={addressChangeText.email} />
      <CurrentPasswordField {...form.passwordProps("password")} username={user.email ?? ""} />
    </SubView>
  );
}

interface OwnPasswordViewProps extends Omit<SubViewProps, "form"> {
  readonly passwordHint: string;
  /** Called with the password, which is not empty. */
  readonly act: (password: string) => Promise<Outcome>;
}

/** A sub-view for an action that requires the password again. */
function OwnPasswordView({ passwordHint, act, children, ...view }: OwnPasswordViewProps) {
  const user = useUser();
  const [password, setPassword] = useState("");
  const form = useForm({
    texts: { password },
    onType: (_, text) => setPassword(text),
    async send() {
      return password === "" ? { status: "wrong", field: "password", code: "field.required" } : act(password);
    },
  });
  return (
    <SubView form={form} {...view}>
      {children}
      <CurrentPasswordField {...form.passwordProps("password")} hint={passwordHint} username={user.email ?? ""} />
    </SubView>
  );
}

/** The form that adds a passkey: the user enters the password, then the device asks its own questions. */
export function PasskeyForm({ onAdded, onReturn }: ReturnProps & { readonly onAdded: () => void }) {
  async function add(password: string): Promise<Outcome> {
    try {
      const failure = await failureOf(addPasskey(password));
      if (failure) return refusal(failure, passkeyText.addFailed, ["password"]);
    } catch (error) {
      if (!(error instanceof NoPasskey)) throw error;
      const reason = error.reason === "known" ? passkeyText.alreadyHere : passkeyText.notMade;
      return { status: "failed", sentence: passkeyText.addFailed, reason };
    }
    onAdded();
    return NO_OUTCOME;
  }

  return (
    <OwnPasswordView
      title={passkeyText.add}
      passwordHint={passkeyText.passwordHint}
      act={add}
      submitLabel={passkeyText.add}
      onReturn={onReturn}
    >
      <p>{passkeyText.hint}</p>
    </OwnPasswordView>
  );
}

/** The form that deletes the account on the server, then what this device stores about the user, and signs out. */
export function AccountDeletionForm({ onReturn }: ReturnProps) {
  const textId = useId();
  const { id: userId } = useUser();
  const { accountDeleted } = useSession();
  const call = useCall();
  const applyPersonChange = useApplyPersonChange();
  const { removePerson } = useOwnPlanning();

  async function deleteAccount(password: string): Promise<Outcome> {
    const { failure } = await call({ method: "POST", path: API.ownDeletion, body: { password } });
    // An admin may have deleted the account already.
    if (failure !== null && failure.code !== "user.not_found") {
      return refusal(failure, ownAccountText.deletionFailed, ["password"]);
    }
    // First in the planning in use, then in the local planning that this device may store as well.
    await applyPersonChange({ type: "person.removed", userId });
    await removePerson(userId);
    accountDeleted();
    return NO_OUTCOME;
  }

  return (
    <OwnPasswordView
      title={ownAccountText.delete}
      describedBy={textId}
      passwordHint={ownAccountText.passwordHint}
      act={deleteAccount}
      submitLabel={actionText.confirmDeletion}
      submitVariant="danger"
      returnLabel={actionText.cancel}
      onReturn={onReturn}
    >
      <div id={textId} className="flex flex-col gap-2">
        <p>{ownAccountText.whatGoes}</p>
        <ul className="list-disc pl-5">
          <li>{ownAccountText.account}</li>
          <li>{ownAccountText.sessions}</li>
          <li>{ownAccountText.answers}</li>
        </ul>
        <p>{ownAccountText.consequence}</p>
      </div>
    </OwnPasswordView>
  );
}
