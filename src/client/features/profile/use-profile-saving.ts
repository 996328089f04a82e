import { firstRefused } from "#client/forms/refused-fields.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { callApi } from "#client/http/call-api.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useRecheckAfter, useSession } from "#client/session/session-hooks.ts";
import { UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { FIELDS, type ProfileDraft, type ProfileProblem } from "./profile-draft.ts";

/** `null`: it is saved. */
type Unsaved =
  | { readonly status: "wrong"; readonly problem: ProfileProblem }
  | { readonly status: "failed"; readonly reason: string };

/**
 * Returns a function that saves the user's profile on the server, then updates this page, including answers « present »
 * from today on. Resolves with why it failed, or `null`. After a failure the completed steps stay, and
 * saving again does the rest.
 */
export function useProfileSaving(): (update: ProfileDraft) => Promise<Unsaved | null> {
  const { updateUser } = useSession();
  const recheckAfter = useRecheckAfter();
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const applyPersonChange = useApplyPersonChange();
  const today = useToday();

  async function saveOnServer(update: ProfileDraft): Promise<UserRow> {
    const row = await callApi({ method: "PATCH", path: API.ownProfile, body: update, answer: UserRow });
    updateUser(row);
    updatePeople((people) => people.map((person) => (person.id === row.id ? row : person)));
    return row;
  }

  return async (update) => {
    const saving = saveOnServer(update);
    const failure = await failureOf(saving);
    if (failure) {
      recheckAfter(failure);
      const problem = firstRefused(failure, FIELDS);
      return problem ? { status: "wrong", problem } : { status: "failed", reason: failureSentence(failure) };
    }
    void reloadPeople();
    const { id, firstName, lastName, positions } = await saving;
    const person = { id, firstName, lastName, positions };
    const outcome = await applyPersonChange({ type: "person.changed", person, from: today });
    return outcome.status === "refused" ? { status: "failed", reason: sentenceOf(outcome.code) } : null;
  };
}
