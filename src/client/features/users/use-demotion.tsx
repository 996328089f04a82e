import { ShieldOff } from "lucide-react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { UserRow } from "#contract/accounts.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people.ts";
import { failureSentence } from "#text/errors.ts";
import { adminRemoved } from "#text/users.ts";

/** How to make an admin a member; answers why that failed, in words, or `null`. */
export function useDemotion(): (user: UserRow) => Promise<string | null> {
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const showToast = useToast();

  return async (user) => {
    const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.admin, user.id) }));
    if (failure) {
      recheckAfter(failure);
      // What the list shows may be old.
      void reloadPeople();
      return failureSentence(failure);
    }
    updatePeople((people) => people.map((person) => (person.id === user.id ? { ...person, isAdmin: false } : person)));
    void reloadPeople();
    showToast({ message: adminRemoved(fullName(user)), icon: <ShieldOff /> });
    return null;
  };
}
