import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useOwnPlanning } from "#client/planning/publication/own-planning-hooks.ts";
import { useRecheckAfter, useSession, useUser } from "#client/session/session-hooks.ts";
import { API } from "#contract/paths.ts";

/**
 * Returns a function that deletes the user's own account on the server, then everything this device stores about them,
 * and signs out. Resolves with the error, or `null`.
 */
export function useAccountDeletion(): (password: string) => Promise<ApiError | null> {
  const { id: userId } = useUser();
  const { accountDeleted } = useSession();
  const recheckAfter = useRecheckAfter();
  const applyPersonChange = useApplyPersonChange();
  const { removePerson } = useOwnPlanning();

  return async (password) => {
    const failure = await failureOf(callApi({ method: "POST", path: API.ownDeletion, body: { password } }));
    // An admin has already deleted the account.
    if (failure !== null && failure.code !== "user.not_found") {
      recheckAfter(failure);
      return failure;
    }
    // In the planning in use, then in the local planning that this device may hold as well.
    await applyPersonChange({ type: "person.removed", userId });
    await removePerson(userId);
    accountDeleted();
    return null;
  };
}
