import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { PersonalInvitation } from "#contract/accounts/people.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { API, fillPath } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { invitationSent, invitationText } from "#text/users/invitation.ts";

export type InvitationOutcome =
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
export function usePersonalInvitation(userId: string): PersonalInvitationActions {
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
