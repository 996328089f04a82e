import {
  type ReactNode,
  type SubmitEvent,
  startTransition,
  useActionState,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { PasswordField } from "#client/ui/fields/password-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { ErrorCode } from "#contract/errors.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";

export type OwnPasswordOutcome =
  | { readonly status: "nothing" | "done" }
  | { readonly status: "wrong"; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string };

interface OwnPasswordFormProps {
  readonly title: string;
  /** What the form does, above the password. */
  readonly children: ReactNode;
  /** The id of what describes the form to a screen reader. */
  readonly describedBy?: string;
  readonly passwordHint: string;
  /** Makes the call with this password, which is not empty. */
  readonly act: (password: string) => Promise<OwnPasswordOutcome>;
  /** The sentence above the reason of a failure. */
  readonly failed: string;
  readonly submitLabel: string;
  readonly submitVariant: "primary" | "danger";
  readonly returnLabel: string;
  readonly onDone?: () => void;
  readonly onReturn: () => void;
}

const NO_OUTCOME: OwnPasswordOutcome = { status: "nothing" };

/** The outcome of a call with the password; `null`: it succeeded. */
export function ownPasswordOutcome(failure: ApiError | null): OwnPasswordOutcome {
  if (failure === null) return { status: "done" };
  const refused = firstRefused(failure, ["password"]);
  if (refused) return { status: "wrong", code: refused.code };
  return { status: "failed", reason: failureSentence(failure) };
}

/** View of the profile for what needs the password again. */
export function OwnPasswordForm(props: OwnPasswordFormProps) {
  const { act, onDone } = props;
  const user = useUser();
  const titleId = useId();
  const passwordRef = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const [outcome, submit, isPending] = useActionState<OwnPasswordOutcome>(
    () => (password === "" ? { status: "wrong", code: "field.required" } : act(password)),
    NO_OUTCOME,
  );

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.status === "done") onDone?.();
    else if (outcome.status !== "failed") passwordRef.current?.focus();
  }, [outcome, onDone]);

  return (
    <form
      aria-labelledby={titleId}
      aria-describedby={props.describedBy}
      noValidate
      onSubmit={handleSubmit}
      className="flex flex-col gap-4"
    >
      <h3 id={titleId} className="text-name text-ink-2">
        {props.title}
      </h3>
      {props.children}
      <PasswordField
        ref={passwordRef}
        label={accountText.password}
        hint={props.passwordHint}
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
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{props.failed}</Alert> : null}
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant={props.submitVariant} size="large" fullWidth isPending={isPending}>
          {props.submitLabel}
        </Button>
        <Button variant="quiet" fullWidth onClick={props.onReturn}>
          {props.returnLabel}
        </Button>
      </div>
    </form>
  );
}
