import { Merge as MergeIcon } from "lucide-react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter, useSession } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { peopleMerged } from "#text/users/merging.ts";
import { useLocalMerge } from "./local-merge.ts";

export type Pair = readonly [UserRow, UserRow];

interface Merging {
  /** Both resolve with a sentence about why it failed, or `null`. */
  readonly merge: (pair: Pair, guitar: string | null) => Promise<string | null>;
  readonly tellApart: (pair: Pair) => Promise<string | null>;
}

/** What admins do with two rows that are perhaps one person. */
export function useMerging(): Merging {
  const { updateUser } = useSession();
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const mergeLocally = useLocalMerge();
  const showToast = useToast();

  /** The reason why a call failed. The shown list may be out of date then. */
  async function reasonOf(call: Promise<unknown>): Promise<string | null> {
    const failure = await failureOf(call);
    if (failure === null) return null;
    recheckAfter(failure);
    void reloadPeople();
    return failureSentence(failure);
  }

  return {
    async merge([one, other], guitar) {
      const body = { with: other.id, ...(guitar !== null && { guitar }) };
      const merging = callApi({ method: "POST", path: fillPath(API.userMerge, one.id), body, answer: UserRow });
      const reason = await reasonOf(merging);
      if (reason !== null) return reason;
      const kept = await merging;
      const gone = kept.id === one.id ? other : one;
      updatePeople((people) =>
        people.filter(({ id }) => id !== gone.id).map((person) => (person.id === kept.id ? kept : person)),
      );
      // Does nothing if it is another user's row.
      updateUser(kept);
      await mergeLocally(kept, gone);
      showToast({ message: peopleMerged(fullName(kept)), icon: <MergeIcon /> });
      await reloadPeople();
      return null;
    },
    async tellApart([one, other]) {
      const path = fillPath(API.userDifference, one.id, other.id);
      const reason = await reasonOf(callApi({ method: "PUT", path }));
      if (reason !== null) return reason;
      updatePeople((people) =>
        people.map((person) =>
          person.id === one.id || person.id === other.id
            ? { ...person, namesakes: (person.namesakes ?? []).filter((id) => id !== one.id && id !== other.id) }
            : person,
        ),
      );
      await reloadPeople();
      return null;
    },
  };
}
