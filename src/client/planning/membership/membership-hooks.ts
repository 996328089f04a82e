import { useState, useSyncExternalStore } from "react";
import { neverChanges } from "../../storage/listeners.ts";
import { usePlanningEnvironment, usePlanningPart } from "../planning-context.ts";
import { useNeed, useSubmit } from "../planning-hooks.ts";
import { declineToJoin, hasDeclinedToJoin } from "./declined-joins.ts";

export interface JoiningQuestion {
  /** Whether this group asks: they do not belong to it and have not declined. */
  readonly isAsked: boolean;
  readonly join: () => ReturnType<ReturnType<typeof useSubmit>>;
  /** They only want to view the group: do not ask again. */
  readonly decline: () => void;
}

/**
 * The question whether to join, for a person who views a group for the first time. Never asked where the planning
 * records no membership.
 */
export function useJoiningQuestion(groupId: string, userId: string): JoiningQuestion {
  const members = usePlanningPart("members");
  const isKnown = useNeed({ type: "group", groupId }) === "ready";
  const { device } = usePlanningEnvironment();
  const submit = useSubmit();
  const [declinesNow, setDeclinesNow] = useState(false);
  const hasDeclined = useSyncExternalStore(
    neverChanges,
    () => hasDeclinedToJoin(device.storage, userId, groupId),
    // The server does not know: it does not ask.
    () => true,
  );
  const isStranger = members?.[groupId]?.includes(userId) === false;
  return {
    isAsked: isKnown && isStranger && !hasDeclined && !declinesNow,
    join: () => submit({ type: "group.joined", groupId, userId }),
    decline() {
      declineToJoin(device.storage, userId, groupId);
      setDeclinesNow(true);
    },
  };
}

/** Lets somebody who leaves a group skip the question whether to join it again. */
export function useDeclineToJoin(userId: string): (groupId: string) => void {
  const { device } = usePlanningEnvironment();
  return (groupId) => declineToJoin(device.storage, userId, groupId);
}
