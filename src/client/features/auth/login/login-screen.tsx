import { startTransition, type SubmitEvent, useActionState, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { PAGES } from "#client/pages.ts";
import { CurrentPasswordField } from "#client/passwords/current-password-field.tsx";
import { canUsePasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { usePublicConfig } from "#client/session/public-config.ts";
import { useSession } from "#client/session/session-hooks.ts";
import type { SessionStore } from "#client/session/session.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { laterPart, whenIdle } from "#client/ui/page/lazy-part.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { API } from "#contract/paths.ts";
import {
  accountOutcome,
  accountText,
  defaultAdminHint,
  ownAccountText,
  sessionEndText,
} from "#text/accounts/accounts.ts";
import { useArrivingEmail } from "../arrival.ts";
import { AuthFrame, LINK_CLASS } from "../auth-frame.tsx";
import {
  loadSignIn,
  missingFields,
  NO_OUTCOME,
  resetProblem,
  resetRefusal,
  type SignInDraft,
  type SignInOutcome,
  signInProblem,
  signInRefusal,
} from "./sign-in-outcome.ts";

/** Loaded when the page is idle: the form works without it. */
const PasskeySignIn = laterPart(async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn);

interface Attempt {
  readonly intent: "sign-in" | "reset";
  readonly draft: SignInDraft;
}

/** The schemas are loaded when the page is idle, but after this time at the latest. */
const SCHEMA_WITHIN_MS = 500;

async function trySignIn(draft: SignInDraft, signIn: SessionStore["signIn"]): Promise<SignInOutcome> {
  const problem = await signInProblem(draft);
  if (problem) return problem;
  await signIn({ ...draft, email: draft.email.trim() });
  return NO_OUTCOME;
}

async function tryReset(draft: SignInDraft): Promise<SignInOutcome> {
  const problem = await resetProblem(draft);
  if (problem) return problem;
  await callApi({ method: "POST", path: API.requestPasswordReset, body: { email: draft.email.trim() } });
  return { kind: "reset-sent" };
}

function fieldOf(form: HTMLFormElement | null, name: keyof SignInDraft): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
}

/** Reads the form. Its fields are uncontrolled, because the user may have typed before this code was loaded. */
function readDraft(form: HTMLFormElement | null): SignInDraft {
  return {
    email: fieldOf(form, "email")?.value ?? "",
    password: fieldOf(form, "password")?.value ?? "",
    rememberMe: fieldOf(form, "rememberMe")?.checked === true,
  };
}

/** The form with e-mail address and password. Its second button requests a link to reset the password. */
function LoginForm() {
  const email = useArrivingEmail();
  const { signIn } = useSession();
  const formRef = useRef<HTMLFormElement>(null);
  const [outcome, act, isPending] = useActionState(async (_: SignInOutcome, { intent, draft }: Attempt) => {
    const attempt = intent === "sign-in" ? trySignIn(draft, signIn) : tryReset(draft);
    const failure = await failureOf(attempt);
    if (failure === null) return attempt;
    return intent === "sign-in" ? signInRefusal(failure) : resetRefusal(failure);
  }, NO_OUTCOME);
  const [missing, setMissing] = useState<ReturnType<typeof missingFields>>([]);
  useEffect(() => {
    const form = formRef.current;
    const password = fieldOf(form, "password");
    if (outcome.kind === "wrong-password" && password) {
      password.value = "";
      password.focus();
    }
    if (outcome.kind === "wrong") fieldOf(form, outcome.field)?.focus();
    if (outcome.kind === "credentials-required") fieldOf(form, missingFields(readDraft(form))[0] ?? "email")?.focus();
  }, [outcome]);
  // Loads the schemas while the user types. A failure is ignored here: submitting loads them again and reports it.
  useEffect(() => whenIdle(() => void failureOf(loadSignIn()), SCHEMA_WITHIN_MS), []);

  function handleAct(intent: Attempt["intent"]): void {
    if (isPending) return;
    const draft = readDraft(formRef.current);
    setMissing(missingFields(draft));
    startTransition(() => act({ intent, draft }));
  }

  function handleChange(): void {
    setMissing(missingFields(readDraft(formRef.current)));
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    handleAct("sign-in");
  }

  const wrong = outcome.kind === "wrong" ? { [outcome.field]: outcome.sentence } : {};
  const needsCredentials = outcome.kind === "credentials-required";
  return (
    <>
      {/* `post`: the browser may send the form before this code runs, and must not put the password into the address. */}
      <form ref={formRef} method="post" noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        {/* No gap while it is empty; the status element stays in the page, so that new text is announced. */}
        <div className="-mb-5 [&>:not(:empty)]:mb-5">
          {needsCredentials ? <Alert>{accountOutcome.credentialsRequired}</Alert> : null}
          {outcome.kind === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
          <StatusMessage>{outcome.kind === "reset-sent" ? accountOutcome.resetSent : null}</StatusMessage>
        </div>
        <TextField
          label={accountText.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          onChange={handleChange}
          error={wrong.email}
          aria-invalid={(needsCredentials && missing.includes("email")) || undefined}
        />
        <CurrentPasswordField
          name="password"
          onChange={handleChange}
          error={
            outcome.kind === "wrong-password" ? (
              <strong className="font-bold">{accountOutcome.wrongPassword}</strong>
            ) : (
              wrong.password
            )
          }
          aria-invalid={(needsCredentials && missing.includes("password")) || undefined}
        />
        <Checkbox label={accountText.rememberMe} name="rememberMe" />
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {accountText.signIn}
        </Button>
        <Button variant="quiet" fullWidth isPending={isPending} onClick={() => handleAct("reset")}>
          {accountText.forgotPassword}
        </Button>
      </form>
      {canUsePasskeys() ? <PasskeySignIn readRememberMe={() => readDraft(formRef.current).rememberMe} /> : null}
    </>
  );
}

function SignOutNotice() {
  const { signOutReason } = useSession();
  if (signOutReason === null) return null;
  if (signOutReason === "account_deleted") return <StatusMessage>{ownAccountText.deleted}</StatusMessage>;
  return <Notice>{sessionEndText[signOutReason]}</Notice>;
}

export function LoginScreen() {
  const defaultAdmin = usePublicConfig()?.defaultAdmin;
  return (
    <AuthFrame intro="tall" title={accountText.signInTitle}>
      <div className="not-empty:mb-5">
        <SignOutNotice />
      </div>
      <LoginForm />
      <div className="mt-auto pt-6 text-center text-control font-normal text-ink-2">
        <p>
          {accountText.noAccountYet}{" "}
          <Link href={PAGES.register} className={LINK_CLASS}>
            {accountText.signUpTitle}
          </Link>
        </p>
        {defaultAdmin ? (
          <p className="mt-3 text-small text-balance text-ink-3">{defaultAdminHint(defaultAdmin.email)}</p>
        ) : null}
      </div>
    </AuthFrame>
  );
}
