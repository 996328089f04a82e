import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter, useSession } from "#client/session/session-hooks.ts";
import { AdminPromotion } from "#contract/accounts/admins.ts";
import { UserRow } from "#contract/accounts/users.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { adminAdded } from "#text/users/users.ts";

/** Result of promoting the user with an e-mail address. */
export type PromotionOutcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "promoted"; readonly sentence: string };

function problemOf(email: string): PromotionOutcome | null {
  const issue = AdminPromotion.safeParse({ email }).error?.issues[0];
  if (!issue) return null;
  return { status: "wrong", code: errorCodeOf(issue.message) };
}

/**
 * Returns a function that makes the user with an e-mail address an admin. The page shows it at once, also for the
 * signed-in user.
 */
export function usePromotion(): (email: string) => Promise<PromotionOutcome> {
  const { updateUser } = useSession();
  const recheckAfter = useRecheckAfter();
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();

  return async (email) => {
    const problem = problemOf(email);
    if (problem) return problem;
    const promoting = callApi({ method: "POST", path: API.admins, body: { email: email.trim() }, answer: UserRow });
    const failure = await failureOf(promoting);
    if (failure) {
      recheckAfter(failure);
      const refused = firstRefused(failure, ["email"]);
      if (refused) return { status: "wrong", code: refused.code };
      return { status: "failed", reason: failureSentence(failure) };
    }
    const row = await promoting;
    // Does nothing if it is another user's row.
    updateUser(row);
    updatePeople((people) => people.map((person) => (person.id === row.id ? row : person)));
    void reloadPeople();
    return { status: "promoted", sentence: adminAdded(fullName(row), row.positions) };
  };
}
