import { ShieldOff } from "lucide-react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { adminRemoved } from "#text/users/users.ts";

/** Returns a function that makes an admin a member. Resolves with a sentence about why it failed, or `null`. */
export function useDemotion(): (user: UserRow) => Promise<string | null> {
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const showToast = useToast();

  return async (user) => {
    const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.admin, user.id) }));
    if (failure) {
      recheckAfter(failure);
      // The shown list may be out of date.
      void reloadPeople();
      return failureSentence(failure);
    }
    updatePeople((people) => people.map((person) => (person.id === user.id ? { ...person, isAdmin: false } : person)));
    void reloadPeople();
    showToast({ message: adminRemoved(fullName(user)), icon: <ShieldOff /> });
    return null;
  };
}
