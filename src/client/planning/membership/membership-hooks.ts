import { useState, useSyncExternalStore } from "react";
import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import { type KeyValueStorage, parsedJson, tryToStore } from "../../storage/browser-storage.ts";
import { neverChanges } from "../../storage/listeners.ts";
import { useNeed, usePlanningEnvironment, usePlanningPart, useSubmit } from "../planning-hooks.ts";

/** Storage key: which users declined to join which groups, so that this browser does not ask again. */
const DECLINED_JOINS_KEY = "lookedAtGroups";

interface DeclinedJoin {
  readonly userId: string;
  readonly groupId: string;
}

/** Not validated by a schema, because their library is loaded after the first screen. The items are only compared. */
function read(storage: KeyValueStorage): readonly (Partial<DeclinedJoin> | null)[] {
  const stored = parsedJson(storage.getItem(DECLINED_JOINS_KEY) ?? "");
  // An unreadable list loses little: each group asks once more.
  return Array.isArray(stored) ? stored : [];
}

export function hasDeclinedToJoin(storage: KeyValueStorage, userId: string, groupId: string): boolean {
  return read(storage).some((declined) => declined?.userId === userId && declined.groupId === groupId);
}

export function declineToJoin(storage: KeyValueStorage, userId: string, groupId: string): void {
  if (hasDeclinedToJoin(storage, userId, groupId)) return;
  tryToStore(storage, DECLINED_JOINS_KEY, JSON.stringify([...read(storage), { userId, groupId }]));
}

export interface JoiningQuestion {
  /** Whether to ask: the person is not a member of the group, and has not declined. */
  readonly isAsked: boolean;
  readonly join: () => Promise<SubmitOutcome>;
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
    // The server does not know, so it does not render the question.
    () => true,
  );
  const isNoMember = members?.[groupId]?.includes(userId) === false;
  return {
    isAsked: isKnown && isNoMember && !hasDeclined && !declinesNow,
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
