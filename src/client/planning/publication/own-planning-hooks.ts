import { useEffect, useState } from "react";
import { answerOf } from "#domain/availability/availability.ts";
import { answersOfPerson, type PersonAnswer } from "#domain/planning/answers/person-answers.ts";
import { tryToStore } from "../../storage/browser-storage.ts";
import { useStore } from "../../storage/listeners.ts";
import type { PublishedPlanning } from "../local/planning-keys.ts";
import { createStoredPlanning, NEW_PLANNING } from "../local/stored-planning.ts";
import { usePlanningEnvironment, usePlanningPart } from "../planning-hooks.ts";
import { awaitSharing } from "../sharing.ts";
import { createOwnPlanning, type OwnPlanning } from "./own-planning.ts";

/** This browser's own planning, to publish it. `leftover` is the part that users created; `null` if there is none. */
export function useOwnPlanning(): Omit<OwnPlanning, "leftover"> & { readonly leftover: PublishedPlanning | null } {
  const { device, sharing } = usePlanningEnvironment();
  const [own] = useState(() => createOwnPlanning({ device, sharing }));
  return { ...own, leftover: useStore(own.subscribe, own.leftover) };
}

/** Names of the groups that a user joins by sharing this planning: the selected one, and those with an answer of this user. */
export function useSharersGroups(userId: string, chosenGroupId: string | null): readonly string[] {
  const groups = usePlanningPart("groups");
  const events = usePlanningPart("events");
  const answered = events.filter(({ availability }) => answerOf(availability, userId) !== null);
  const ids = new Set([chosenGroupId, ...answered.map(({ groupId }) => groupId)]);
  return groups.filter(({ id }) => ids.has(id)).map(({ name }) => name);
}

/**
 * Returns a function that reads a person's answers to the events stored in this browser, even if the shared planning
 * is in use.
 */
export function useStoredAnswers(): (userId: string) => PersonAnswer[] {
  const { device } = usePlanningEnvironment();
  return (userId) => {
    const { parts } = createStoredPlanning(device.storage).read();
    return answersOfPerson({ ...NEW_PLANNING, ...parts }, userId);
  };
}

/** For a screen that shows that nothing is shared yet: polls the server every few seconds until something is. */
export function useAwaitSharing(isAwaited: boolean): void {
  const { sharing } = usePlanningEnvironment();
  useEffect(() => (isAwaited ? awaitSharing(sharing, document) : undefined), [isAwaited, sharing]);
}

/** Storage key: set once the user has read that the planning is only in this browser. */
const NOTICE_READ_KEY = "onlyHereNoticeRead";

/** Whether to show the notice that the planning is only in this browser, and how to dismiss it. */
export function useOnlyHereNotice(): { readonly isDue: boolean; readonly dismiss: () => void } {
  const { device } = usePlanningEnvironment();
  const [isRead, setIsRead] = useState(() => device.storage.getItem(NOTICE_READ_KEY) !== null);
  return {
    isDue: !isRead,
    dismiss() {
      tryToStore(device.storage, NOTICE_READ_KEY, "true");
      setIsRead(true);
    },
  };
}
