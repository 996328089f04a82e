import { Link, useSearch } from "wouter";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { LINK_CLASS } from "../link-class.ts";
import { RegisterForm } from "./register-form.tsx";
import { useEffect, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { usePublicConfig } from "#client/session/public-config.ts";
import { CheckedInvitation, type InvitedPerson } from "#contract/accounts/invitations.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";

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
