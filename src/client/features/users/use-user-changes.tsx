import { ShieldOff, UserMinus } from "lucide-react";
import type { ApiError } from "#client/http/call-api.ts";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { adminRemoved, userDeleted } from "#text/users/users.ts";

/** Returns a function that removes the rights of an admin. It resolves with the failure, or `null`. */
export function useDemotion(): (user: UserRow) => Promise<ApiError | null> {
  const people = usePeopleStore();
  const call = useCall();
  const showToast = useToast();

  return async (user) => {
    const { failure } = await call({ method: "DELETE", path: fillPath(API.admin, user.id) });
    if (failure) return failure;
    people.update((rows) => rows.map((person) => (person.id === user.id ? { ...person, isAdmin: false } : person)));
    void people.reload();
    showToast({ message: adminRemoved(fullName(user)), icon: <ShieldOff /> });
    return null;
  };
}

/**
 * Returns a function that deletes a user (optimistic update): the row disappears at once, then the account and the
 * answers are deleted. A failure is only logged (specification §8), and the row reappears.
 */
export function useUserDeletion(): (user: UserRow) => void {
  const people = usePeopleStore();
  const call = useCall();
  const applyPersonChange = useApplyPersonChange();
  const showToast = useToast();

  async function deleteUser(user: UserRow): Promise<void> {
    people.update((rows) => rows.filter(({ id }) => id !== user.id));
    const { failure } = await call({ method: "DELETE", path: fillPath(API.user, user.id) });
    // If another admin has already deleted the account, that counts as success.
    if (failure && failure.code !== "user.not_found") {
      logFailure(user.id, failure.code);
      people.update((rows) => [...rows.filter(({ id }) => id !== user.id), user]);
      return;
    }
    const outcome = await applyPersonChange({ type: "person.removed", userId: user.id });
    if (outcome.status === "refused") logFailure(`${user.id} in the planning`, outcome.code);
    else showToast({ message: userDeleted(fullName(user)), icon: <UserMinus /> });
    await people.reload();
  }

  return (user) => void deleteUser(user);
}

function logFailure(target: string, code: string): void {
  // oxlint-disable-next-line no-console -- the log is all that the specification wants here
  console.error(`User ${target} was not deleted: ${code}`);
}
