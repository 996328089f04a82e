import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { NewPasswordField } from "#client/domain-ui/new-password-field.tsx";
import { ServicePicker } from "#client/domain-ui/service-picker.tsx";
import type { ApiError } from "#client/http/api-error.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { Alert } from "#client/ui/message.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { accountOutcome, accountText } from "#text/accounts.ts";
import { failureSentence, sentenceOf } from "#text/errors.ts";
import { failureOf } from "#client/http/failure-of.ts";
import {
  EMPTY_REGISTRATION,
  type RegistrationDraft,
  type RegistrationField,
  type RegistrationProblem,
  registrationProblem,
  signUpOf,
} from "./registration.ts";

/** What the register screen has to say after a press on its button. */
interface Outcome {
  readonly problem: RegistrationProblem | null;
  readonly failure: ApiError | null;
}

const NOTHING_TO_SAY: Outcome = { problem: null, failure: null };

export function RegisterForm({ invitation }: { readonly invitation: string | null }) {
  const { register } = useSession();
  const [draft, setDraft] = useState(EMPTY_REGISTRATION);
  const formRef = useRef<HTMLFormElement>(null);

  async function tryToRegister(): Promise<Outcome> {
    const problem = registrationProblem(draft);
    if (problem) return { problem, failure: null };
    const failure = await failureOf(register(signUpOf(draft, invitation)));
    return { problem: null, failure };
  }

  const [{ problem, failure }, submit, isPending] = useActionState(tryToRegister, NOTHING_TO_SAY);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    const field = problem?.field ?? (failure?.code === "account.email_taken" ? "email" : null);
    if (field) focusField(formRef.current, field);
  }, [problem, failure]);

  const isIncomplete = problem?.code === "field.required";

  /** What every text field of the form has in common. */
  function fieldProps(field: Exclude<RegistrationField, "positions">) {
    const isItsProblem = problem?.field === field && !isIncomplete;
    return {
      name: field,
      value: draft[field],
      onChange: ({ target }: { readonly target: HTMLInputElement }) => setDraft({ ...draft, [field]: target.value }),
      error: isItsProblem ? sentenceOf(problem.code) : null,
      "aria-invalid": (isIncomplete && isEmpty(draft, field)) || undefined,
    };
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {isIncomplete ? <Alert>{sentenceOf("field.required")}</Alert> : null}
      {failure ? <Alert detail={failureSentence(failure)}>{accountOutcome.signUpFailed}</Alert> : null}
      <div className="grid grid-cols-2 gap-3">
        <TextField {...fieldProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...fieldProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <TextField
        {...fieldProps("email")}
        label={accountText.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordField
        {...fieldProps("password")}
        label={accountText.password}
        known={[draft.firstName, draft.lastName, draft.email]}
      />
      <TextField
        {...fieldProps("confirmation")}
        label={accountText.confirmPassword}
        type="password"
        autoComplete="new-password"
      />
      <ServicePicker
        legend={accountText.services}
        hint={accountText.servicesHint}
        value={draft.positions}
        onChange={(positions) => setDraft({ ...draft, positions })}
        error={problem?.field === "positions" ? sentenceOf(problem.code) : null}
      />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
        {accountText.signUp}
      </Button>
    </form>
  );
}

function isEmpty(draft: RegistrationDraft, field: Exclude<RegistrationField, "positions">): boolean {
  const isPassword = field === "password" || field === "confirmation";
  return (isPassword ? draft[field] : draft[field].trim()) === "";
}

/** The services have no field of their own name: their first box stands for them. */
function focusField(form: HTMLFormElement | null, field: RegistrationField): void {
  const selector = field === "positions" ? "fieldset input" : `[name="${field}"]`;
  form?.querySelector<HTMLInputElement>(selector)?.focus();
}
