import { useEffect, useState, useSyncExternalStore } from "react";
import { answerOf } from "#domain/availability/availability.ts";
import { tryToStore } from "../../storage/browser-storage.ts";
import { usePlanningEnvironment, useSnapshot } from "../planning-context.ts";
import { awaitSharing, type Sharing } from "../sharing.ts";
import type { KeptPlanning } from "../local/stored-planning.ts";
import { createOwnPlanning, type OwnPlanning } from "./own-planning.ts";

/** Whether the planning is this browser's own or the team's; `unknown` until the server has answered. */
export function useSharingState(): ReturnType<Sharing["state"]> {
  const { sharing } = usePlanningEnvironment();
  return useSyncExternalStore(sharing.subscribe, sharing.state);
}

/** What somebody made of this browser's own planning, and how to publish it. */
export function useOwnPlanning(): Pick<OwnPlanning, "share" | "add" | "forget" | "removePerson"> & {
  readonly leftover: KeptPlanning | null;
} {
  const { device, sharing } = usePlanningEnvironment();
  const [own] = useState(() => createOwnPlanning({ device, sharing }));
  const leftover = useSyncExternalStore(own.subscribe, own.leftover);
  const { share, add, forget, removePerson } = own;
  return { leftover, share, add, forget, removePerson };
}

/**
 * Names of the groups that a person joins by sharing this planning: the selected one, and those where they answered.
 */
export function useSharersGroups(userId: string, chosenGroupId: string | null): readonly string[] {
  const { groups, events } = useSnapshot().planning;
  const answered = events.filter(({ availability }) => answerOf(availability, userId) !== null);
  const ids = new Set([chosenGroupId, ...answered.map(({ groupId }) => groupId)]);
  return groups.filter(({ id }) => ids.has(id)).map(({ name }) => name);
}

/** For a screen that shows that nothing is shared yet: polls the server every few seconds until something is. */
export function useAwaitSharing(isAwaited: boolean): void {
  const { sharing } = usePlanningEnvironment();
  useEffect(() => (isAwaited ? awaitSharing(sharing, document) : undefined), [isAwaited, sharing]);
}

/** Storage key: set once the user has read that the planning is only in this browser. */
const NOTICE_READ_KEY = "onlyHereNoticeRead";

/** Whether to show the notice that this planning is only in this browser, and how to dismiss it. */
export function useOnlyHereNotice(): { readonly isDue: boolean; readonly dismiss: () => void } {
  const { device } = usePlanningEnvironment();
  const isLocal = useSharingState() === "local";
  const [isRead, setIsRead] = useState(() => device.storage.getItem(NOTICE_READ_KEY) !== null);
  return {
    isDue: isLocal && !isRead,
    dismiss() {
      tryToStore(device.storage, NOTICE_READ_KEY, "true");
      setIsRead(true);
    },
  };
}
