import { type RefObject, startTransition, type SubmitEvent, useActionState, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { ApiError, failureOf } from "#client/http/call-api.ts";
import { PAGES } from "#client/pages.ts";
import { CurrentPasswordField } from "#client/passwords/current-password-field.tsx";
import { canUsePasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { usePublicConfig } from "#client/session/public-config.ts";
import { requestPasswordReset } from "#client/session/session-api.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { laterPart, whenIdle } from "#client/ui/page/lazy-part.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
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

/** The form works before this is loaded. */
const PasskeySignIn = laterPart(async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn);

interface Attempt {
  readonly intent: "sign-in" | "reset";
  readonly draft: SignInDraft;
}

/** Even on a busy page, the schemas are loaded after this time. */
const SCHEMA_WITHIN_MS = 500;

async function outcomeOf(
  attempt: () => Promise<SignInOutcome>,
  refusal: (error: ApiError) => SignInOutcome,
): Promise<SignInOutcome> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError) return refusal(error);
    throw error;
  }
}

async function tryReset(draft: SignInDraft): Promise<SignInOutcome> {
  const problem = await resetProblem(draft);
  if (problem) return problem;
  await requestPasswordReset(draft.email.trim());
  return { kind: "reset-sent" };
}

/** Returns the function that signs in or asks for a reset. It resolves with the outcome to show. */
function useAttempts(onWrongPassword: () => void) {
  const { signIn } = useSession();

  async function trySignIn(draft: SignInDraft): Promise<SignInOutcome> {
    const problem = await signInProblem(draft);
    if (problem) return problem;
    await signIn({ ...draft, email: draft.email.trim() });
    return NO_OUTCOME;
  }

  function refuseSignIn(error: ApiError): SignInOutcome {
    const outcome = signInRefusal(error);
    if (outcome.kind === "wrong-password") onWrongPassword();
    return outcome;
  }

  return ({ intent, draft }: Attempt) =>
    intent === "sign-in"
      ? outcomeOf(() => trySignIn(draft), refuseSignIn)
      : outcomeOf(() => tryReset(draft), resetRefusal);
}

type FieldRef = RefObject<HTMLInputElement | null>;

function useFocusOn(outcome: SignInOutcome, emailRef: FieldRef, passwordRef: FieldRef): void {
  useEffect(() => {
    if (outcome.kind === "wrong") (outcome.field === "email" ? emailRef : passwordRef).current?.focus();
    if (outcome.kind === "wrong-password") passwordRef.current?.focus();
    if (outcome.kind === "credentials-required") {
      const empty = emailRef.current?.value.trim() ? passwordRef : emailRef;
      empty.current?.focus();
    }
  }, [outcome, emailRef, passwordRef]);
}

/** The fields are uncontrolled: their text may have been typed before this code was loaded. */
function useLoginFields() {
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const rememberRef = useRef<HTMLInputElement>(null);
  const isRemembered = () => rememberRef.current?.checked === true;
  const read = (): SignInDraft => ({
    email: emailRef.current?.value ?? "",
    password: passwordRef.current?.value ?? "",
    rememberMe: isRemembered(),
  });
  function clearPassword(): void {
    if (passwordRef.current) passwordRef.current.value = "";
  }
  return { emailRef, passwordRef, rememberRef, isRemembered, read, clearPassword };
}

function LoginForm() {
  const email = useArrivingEmail();
  const { emailRef, passwordRef, rememberRef, isRemembered, read, clearPassword } = useLoginFields();
  const runAttempt = useAttempts(clearPassword);
  const [outcome, act, isPending] = useActionState(
    (_: SignInOutcome, attempt: Attempt) => runAttempt(attempt),
    NO_OUTCOME,
  );
  const [missing, setMissing] = useState<ReturnType<typeof missingFields>>([]);
  useFocusOn(outcome, emailRef, passwordRef);
  // Loads the schemas while the user types. A failure is silent here: submitting loads them again and reports it.
  useEffect(() => whenIdle(() => void failureOf(loadSignIn()), SCHEMA_WITHIN_MS), []);

  function handleAct(intent: Attempt["intent"]): void {
    if (isPending) return;
    const draft = read();
    setMissing(missingFields(draft));
    startTransition(() => act({ intent, draft }));
  }

  function handleChange(): void {
    setMissing(missingFields(read()));
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
      <form method="post" noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        {/* No gap while it is empty; the status element stays in the page, so that new text is announced. */}
        <div className="-mb-5 [&>:not(:empty)]:mb-5">
          {needsCredentials ? <Alert>{accountOutcome.credentialsRequired}</Alert> : null}
          {outcome.kind === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
          <StatusMessage>{outcome.kind === "reset-sent" ? accountOutcome.resetSent : null}</StatusMessage>
        </div>
        <TextField
          ref={emailRef}
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
          ref={passwordRef}
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
        <Checkbox ref={rememberRef} label={accountText.rememberMe} name="rememberMe" />
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {accountText.signIn}
        </Button>
        <Button variant="quiet" fullWidth isPending={isPending} onClick={() => handleAct("reset")}>
          {accountText.forgotPassword}
        </Button>
      </form>
      {canUsePasskeys() ? <PasskeySignIn isRemembered={isRemembered} /> : null}
    </>
  );
}

/** Explains why the user was signed out; renders nothing if they came on their own. */
function SignOutNotice() {
  const { signOutReason } = useSession();
  if (signOutReason === null) return null;
  if (signOutReason === "account_deleted") return <StatusMessage>{ownAccountText.deleted}</StatusMessage>;
  return <Notice>{sessionEndText[signOutReason]}</Notice>;
}

export function LoginScreen() {
  const defaultAdmin = usePublicConfig()?.defaultAdmin;
  useTitle(accountText.signInTitle);
  return (
    <AuthFrame opening="login">
      <div className="mt-4 mb-4">
        <ScreenTitle>{accountText.signInTitle}</ScreenTitle>
      </div>
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
