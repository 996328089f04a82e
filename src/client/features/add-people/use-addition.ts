import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { AddedPeople } from "#contract/accounts/people.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import type { PeopleLine } from "#domain/people/list/people-list.ts";
import type { Group } from "#domain/planning/planning.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { peopleAdded, refusedLine } from "#text/users/add-people.ts";

export type AdditionOutcome =
  | { readonly status: "nothing" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "added"; readonly sentence: string };

function bodyOf({ id }: Group, lines: readonly PeopleLine[]) {
  const people = lines.map(({ firstName, lastName, email, positions, completes, entrustedTo }) => ({
    ...(completes !== null && { id: completes.id }),
    firstName,
    lastName,
    positions,
    ...(email !== "" && (entrustedTo === null ? { email } : { entrustedTo: email })),
  }));
  return { groupId: id, people };
}

/** What the server says about single lines, or about all. */
function reasonOf(failure: ApiError, lines: readonly PeopleLine[]): string {
  const refused = Object.entries(failure.fieldErrors).flatMap(([path, code]) => {
    const line = lines[Number(path.split(".")[1])];
    return line ? [refusedLine(line.number, sentenceOf(errorCodeOf(code)))] : [];
  });
  return refused.length > 0 ? refused.join("\n") : failureSentence(failure);
}

/** Returns the function that adds the people of these lines to a group, all of them or none. */
export function useAddition(): (group: Group, lines: readonly PeopleLine[]) => Promise<AdditionOutcome> {
  const recheckAfter = useRecheckAfter();
  const reloadPeople = useReloadPeople();
  const updatePeople = useUpdatePeople();

  return async (group, lines) => {
    const adding = callApi({ method: "POST", path: API.people, body: bodyOf(group, lines), answer: AddedPeople });
    const failure = await failureOf(adding);
    if (failure !== null) {
      recheckAfter(failure);
      // Somebody may have registered meanwhile: the preview then says who.
      void reloadPeople();
      return { status: "failed", reason: reasonOf(failure, lines) };
    }
    const rows = await adding;
    const written = new Set(rows.map(({ id }) => id));
    updatePeople((people) => [...people.filter(({ id }) => !written.has(id)), ...rows]);
    void reloadPeople();
    const invited = rows.filter(({ account }) => account === "invited").length;
    const completed = lines.filter(({ completes }) => completes !== null).length;
    return { status: "added", sentence: peopleAdded({ count: rows.length, completed, invited, group: group.name }) };
  };
}
