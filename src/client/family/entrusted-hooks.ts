import { useMemo } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { type AnsweredFor, answeredFor, entrustedTo } from "#domain/people/people.ts";
import { usePeople } from "../people/people-hooks.ts";
import { usePlanningPart } from "../planning/planning-hooks.ts";
import { useUser } from "../session/session-hooks.ts";

/** The people for whom the user answers in a group. There are none in a planning of this browser. */
export function useAnsweredFor(groupId: string): AnsweredFor<TeamRow> {
  const { id } = useUser();
  const people = usePeople();
  const memberIds = usePlanningPart("members")?.[groupId] ?? null;
  return useMemo(() => answeredFor(people, id, memberIds), [people, id, memberIds]);
}

/** The people of all groups for whom the user answers (« entrusted » to the user). */
export function useEntrusted(): readonly TeamRow[] {
  return entrustedTo(usePeople(), useUser().id);
}
