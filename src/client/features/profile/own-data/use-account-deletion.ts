import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useOwnPlanning } from "#client/planning/publication/own-planning-hooks.ts";
import { useRecheckAfter, useSession, useUser } from "#client/session/session-hooks.ts";
import { API } from "#contract/paths.ts";

/**
 * How somebody deletes their own account: on the server, then whatever this device keeps of them. Answers why that
 * failed, or `null`; they are signed out then.
 */
export function useAccountDeletion(): (password: string) => Promise<ApiError | null> {
  const { id: userId } = useUser();
  const { accountDeleted } = useSession();
  const recheckAfter = useRecheckAfter();
  const submit = useSubmit();
  const { removePerson } = useOwnPlanning();

  return async (password) => {
    const failure = await failureOf(callApi({ method: "POST", path: API.ownDeletion, body: { password } }));
    // An admin was faster: the account is gone all the same.
    if (failure !== null && failure.code !== "user.not_found") {
      recheckAfter(failure);
      return failure;
    }
    // In the planning that counts, then in one that this device keeps besides it.
    await submit({ type: "person.removed", userId });
    await removePerson(userId);
    accountDeleted();
    return null;
  };
}
