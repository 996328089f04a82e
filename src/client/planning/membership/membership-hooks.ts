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

/** Not validated by a schema, because the library for schemas is loaded after the first screen. */
function readDeclinedJoins(storage: KeyValueStorage): readonly (Partial<DeclinedJoin> | null)[] {
  const stored = parsedJson(storage.getItem(DECLINED_JOINS_KEY) ?? "");
  // If the list is unreadable, the user is only asked once more.
  return Array.isArray(stored) ? stored : [];
}

export function hasDeclinedToJoin(storage: KeyValueStorage, userId: string, groupId: string): boolean {
  return readDeclinedJoins(storage).some((declined) => declined?.userId === userId && declined.groupId === groupId);
}

export function declineToJoin(storage: KeyValueStorage, userId: string, groupId: string): void {
  if (hasDeclinedToJoin(storage, userId, groupId)) return;
  tryToStore(storage, DECLINED_JOINS_KEY, JSON.stringify([...readDeclinedJoins(storage), { userId, groupId }]));
}

export interface JoiningQuestion {
  /** Whether to ask: the person is not a member of the group, and has not declined. */
  readonly isAsked: boolean;
  readonly join: () => Promise<SubmitOutcome>;
  readonly decline: () => void;
}

/**
 * The question whether to join the group, for a user who views it without being a member. A planning of this browser
 * records no membership, so it never asks.
 */
export function useJoiningQuestion(groupId: string, userId: string): JoiningQuestion {
  const members = usePlanningPart("members");
  const isLoaded = useNeed({ type: "group", groupId }) === "ready";
  const { device } = usePlanningEnvironment();
  const submit = useSubmit();
  const [hasJustDeclined, setHasJustDeclined] = useState(false);
  const hasDeclined = useSyncExternalStore(
    neverChanges,
    () => hasDeclinedToJoin(device.storage, userId, groupId),
    // The server cannot read this browser's storage, so it does not render the question.
    () => true,
  );
  const isNonMember = members?.[groupId]?.includes(userId) === false;
  return {
    isAsked: isLoaded && isNonMember && !hasDeclined && !hasJustDeclined,
    join: () => submit({ type: "group.joined", groupId, userId }),
    decline() {
      declineToJoin(device.storage, userId, groupId);
      setHasJustDeclined(true);
    },
  };
}

/** Returns a function for a user who leaves a group: the browser will not ask them to join it again. */
export function useDeclineToJoin(userId: string): (groupId: string) => void {
  const { device } = usePlanningEnvironment();
  return (groupId) => declineToJoin(device.storage, userId, groupId);
}
