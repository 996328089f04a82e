import { Link, useSearch } from "wouter";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText, accountOutcome } from "#text/accounts/accounts.ts";
import { sentenceOf, failureSentence } from "#text/errors/errors.ts";
import { AuthFrame, LINK_CLASS } from "../auth-frame.tsx";
import { useEffect, useState, type SubmitEvent, startTransition, useActionState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { usePublicConfig, loadConfig } from "#client/session/public-config.ts";
import { CheckedInvitation, type InvitedPerson } from "#contract/accounts/invitations.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { focusField, useFormFields } from "#client/forms/use-form-fields.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import type { ApiError } from "#client/http/api-error.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { useKeptDraft } from "#client/session/kept-draft.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import {
  EMPTY_REGISTRATION,
  FIELDS,
  filledIn,
  keptRegistration,
  type RegistrationProblem,
  registrationProblem,
  signUpOf,
} from "./registration.ts";

/** The message of the registration screen after its button was pressed. */
interface Outcome {
  readonly problem: RegistrationProblem | null;
  readonly failure: ApiError | null;
}

const NO_OUTCOME: Outcome = { problem: null, failure: null };

interface RegisterFormProps {
  readonly invitation: string | null;
  /** Whom the invitation names, once that is known. */
  readonly person: InvitedPerson | null;
}

function RegisterForm({ invitation, person }: RegisterFormProps) {
  const { register } = useSession();
  const { kept, keep, drop } = useKeptDraft("registration");
  const offered = useOfferedServices();
  // What an admin gave an invited person is theirs, although it is hidden.
  const shown = [...new Set([...offered, ...(person?.positions ?? [])])];
  const [start] = useState(() => (kept === null ? EMPTY_REGISTRATION : keptRegistration(kept, offered)));
  const [draft, setDraft] = useState(start);
  const [filledFor, setFilledFor] = useState<InvitedPerson | null>(null);
  if (person !== filledFor) {
    setFilledFor(person);
    if (person !== null) setDraft(filledIn(draft, person));
  }

  async function tryToRegister(): Promise<Outcome> {
    const problem = registrationProblem(draft, shown);
    if (problem) return { problem, failure: null };
    const failure = await failureOf(register(signUpOf(draft, invitation, shown)));
    if (failure === null) drop();
    const refused = failure && firstRefused(failure, FIELDS);
    // The form shows those that are offered now.
    if (refused?.code === "service.not_offered") await loadConfig();
    return refused ? { problem: refused, failure: null } : { problem: null, failure };
  }

  const [{ problem, failure }, submit, isPending] = useActionState(tryToRegister, NO_OUTCOME);
  const { positions, ...texts } = draft;
  const { formRef, incompleteMessage, textProps, passwordProps } = useFormFields({
    texts,
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    problem,
  });

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (failure?.code === "account.email_taken") focusField(formRef.current, "email");
  }, [failure, formRef]);

  useEffect(() => {
    const { password: _, confirmation: __, ...fields } = draft;
    if (draft !== start) keep(fields);
  }, [draft, start, keep]);

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {incompleteMessage === null ? null : <Alert>{incompleteMessage}</Alert>}
      {failure ? <Alert detail={failureSentence(failure)}>{accountOutcome.signUpFailed}</Alert> : null}
      <div className="grid grid-cols-2 gap-3">
        <TextField {...textProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...textProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <TextField
        {...textProps("email")}
        label={accountText.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordField
        {...passwordProps("password")}
        label={accountText.password}
        known={[draft.firstName, draft.lastName, draft.email]}
      />
      <TextField
        {...passwordProps("confirmation")}
        label={accountText.confirmPassword}
        type="password"
        autoComplete="new-password"
      />
      <ServicePicker
        legend={accountText.services}
        hint={accountText.servicesHint}
        offered={shown}
        value={positions.filter((service) => shown.includes(service))}
        onChange={(chosen) => setDraft({ ...draft, positions: chosen })}
        error={problem?.field === "positions" ? sentenceOf(problem.code) : null}
      />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
        {accountText.signUp}
      </Button>
    </form>
  );
}

/** Whether registration is possible here, and with which invitation. */
interface Entry {
  /** A problem to report first; `null` if there is none, or it is not known yet. */
  readonly obstacle: ErrorCode | null;
  readonly isOpen: boolean;
  /** The token of the followed link, unless the server has refused it. */
  readonly invitation: string | null;
  /** For whom the link was made: their form is filled in. */
  readonly person: InvitedPerson | null;
}

/** Name of the query parameter in links of `npm run admin` and of the team's invitation. */
const PARAMETER = "invitation";

/** Checks the link before somebody fills in the form in vain. A silent server does not count as a refusal. */
function useRegistrationAccess(): Entry {
  const needsLink = usePublicConfig()?.registration === "invite";
  const searchParams = new URLSearchParams(useSearch());
  const invitation = searchParams.get(PARAMETER);
  const checked = useChecked(invitation);
  if (invitation === null) {
    return { obstacle: needsLink ? "registration.closed" : null, isOpen: !needsLink, invitation, person: null };
  }
  if (checked === "refused") {
    return { obstacle: "invitation.invalid", isOpen: !needsLink, invitation: null, person: null };
  }
  return { obstacle: null, isOpen: true, invitation, person: checked };
}

/** The person whom a link names; `null` while that is not known, and for the link of a whole team. */
function useChecked(invitation: string | null): InvitedPerson | "refused" | null {
  const [checked, setChecked] = useState<{ of: string; as: InvitedPerson | "refused" | null } | null>(null);
  useEffect(() => {
    if (invitation !== null) void check(invitation).then((as) => setChecked({ of: invitation, as }));
  }, [invitation]);
  return checked?.of === invitation ? checked.as : null;
}

async function check(invitation: string): Promise<InvitedPerson | "refused" | null> {
  const checking = callApi({
    method: "POST",
    path: API.invitationCheck,
    body: { invitation },
    answer: CheckedInvitation,
  });
  const failure = await failureOf(checking);
  if (failure === null) return (await checking).person ?? null;
  return failure.code === "invitation.invalid" ? "refused" : null;
}

export function RegisterScreen() {
  const { obstacle, isOpen, invitation, person } = useRegistrationAccess();
  useTitle(accountText.signUpTitle);
  return (
    <AuthFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{accountText.signUpTitle}</ScreenTitle>
        <p className="mt-0.5 text-control font-normal text-ink-2">
          {accountText.alreadyRegistered}{" "}
          <Link href={PAGES.login} className={LINK_CLASS}>
            {accountText.signIn}
          </Link>
        </p>
      </div>
      <div className="flex flex-col gap-5">
        {obstacle === null ? null : <Alert>{sentenceOf(obstacle)}</Alert>}
        {isOpen ? <RegisterForm invitation={invitation} person={person} /> : null}
      </div>
    </AuthFrame>
  );
}
