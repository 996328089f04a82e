import { useEffect, useState } from "react";
import { Link, useSearch } from "wouter";
import { NO_OUTCOME, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import { PAGES } from "#client/pages.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { useStoredDraft } from "#client/session/stored-draft.ts";
import { usePublicConfig, loadConfig } from "#client/session/public-config.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { CheckedInvitation, type InvitedPerson } from "#contract/accounts/invitations.ts";
import { API } from "#contract/paths.ts";
import { accountText, accountOutcome } from "#text/accounts/accounts.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { AuthFrame, LINK_CLASS } from "../auth-frame.tsx";
import {
  EMPTY_REGISTRATION,
  FIELDS,
  filledIn,
  storedRegistration,
  registrationProblem,
  signUpOf,
} from "./registration.ts";

interface RegisterFormProps {
  readonly invitation: string | null;
  /** The person whom the invitation names; `null` if unknown. */
  readonly person: InvitedPerson | null;
}

/** The form of a new account. All fields except passwords are stored, so that an interrupted visit can continue. */
function RegisterForm({ invitation, person }: RegisterFormProps) {
  const { register } = useSession();
  const { stored, store, drop } = useStoredDraft("registration");
  const offered = useOfferedServices();
  // An admin may have given the invited person services that are hidden from others.
  const shown = [...new Set([...offered, ...(person?.positions ?? [])])];
  const [initialDraft] = useState(() => (stored === null ? EMPTY_REGISTRATION : storedRegistration(stored, offered)));
  const [draft, setDraft] = useState(initialDraft);
  // Fills in the invited person's data once they are loaded.
  const [filledFor, setFilledFor] = useState<InvitedPerson | null>(null);
  if (person !== filledFor) {
    setFilledFor(person);
    if (person !== null) setDraft(filledIn(draft, person));
  }

  const { positions, ...texts } = draft;
  const form = useForm({
    texts,
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    async send() {
      const problem = registrationProblem(draft, shown);
      if (problem) return { status: "wrong", ...problem };
      const failure = await failureOf(register(signUpOf(draft, invitation, shown)));
      if (failure === null) {
        drop();
        return NO_OUTCOME;
      }
      const refused = refusal(failure, accountOutcome.signUpFailed, FIELDS);
      // Reloads the services that the team offers now.
      if (refused.status === "wrong" && refused.code === "service.not_offered") await loadConfig();
      // `field` gets the focus.
      return failure.code === "account.email_taken" ? { ...refused, field: "email" } : refused;
    },
  });

  useEffect(() => {
    const { password: _, confirmation: __, ...fields } = draft;
    if (draft !== initialDraft) store(fields);
  }, [draft, initialDraft, store]);

  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <OutcomeMessage outcome={form.message} className="-mb-5 [&>:not(:empty)]:mb-5" />
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.textProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...form.textProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <TextField
        {...form.textProps("email")}
        label={accountText.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordField
        {...form.passwordProps("password")}
        label={accountText.password}
        known={[draft.firstName, draft.lastName, draft.email]}
      />
      <TextField
        {...form.passwordProps("confirmation")}
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
        error={form.errorOf("positions")}
      />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={form.isPending}>
        {accountText.signUp}
      </Button>
    </form>
  );
}

/** The query parameter of invitation links, which `npm run admin` and the team's admins make. */
const PARAMETER = "invitation";

/**
 * The person whom an invitation link names; `null` for the link of a whole team, and while the server has not responded: the
 * link then counts as valid. `refused`: the link is invalid.
 */
type InvitationCheck = InvitedPerson | "refused" | null;

/** Checks the invitation link before the form is filled in. */
function useInvitationCheck(invitation: string | null): InvitationCheck {
  const [checked, setChecked] = useState<{ link: string; result: InvitationCheck } | null>(null);
  useEffect(() => {
    if (invitation !== null)
      void checkInvitation(invitation).then((result) => setChecked({ link: invitation, result }));
  }, [invitation]);
  return checked?.link === invitation ? checked.result : null;
}

async function checkInvitation(invitation: string): Promise<InvitationCheck> {
  const checking = callApi({
    method: "POST",
    path: API.invitationCheck,
    body: { invitation },
    response: CheckedInvitation,
  });
  const failure = await failureOf(checking);
  if (failure === null) return (await checking).person ?? null;
  return failure.code === "invitation.invalid" ? "refused" : null;
}

export function RegisterScreen() {
  const needsLink = usePublicConfig()?.registration === "invite";
  const link = new URLSearchParams(useSearch()).get(PARAMETER);
  const checked = useInvitationCheck(link);
  // A refused link counts as none.
  const [invitation, person] = checked === "refused" ? [null, null] : [link, checked];
  return (
    <AuthFrame
      intro="low"
      title={accountText.signUpTitle}
      subtitle={
        <p className="mt-0.5 text-control font-normal text-ink-2">
          {accountText.alreadyRegistered}{" "}
          <Link href={PAGES.login} className={LINK_CLASS}>
            {accountText.signIn}
          </Link>
        </p>
      }
    >
      <div className="flex flex-col gap-5">
        {needsLink && link === null ? <Alert>{sentenceOf("registration.closed")}</Alert> : null}
        {checked === "refused" ? <Alert>{sentenceOf("invitation.invalid")}</Alert> : null}
        {needsLink && invitation === null ? null : <RegisterForm invitation={invitation} person={person} />}
      </div>
    </AuthFrame>
  );
}
