import { useEffect, useState } from "react";
import { tryToStore } from "../storage/browser-storage.ts";
import { usePlanningEnvironment } from "./planning-context.ts";
import { awaitSharing, type Sharing } from "./sharing.ts";
import type { WallClock } from "./local/wall-clock.ts";
import { useStore } from "../storage/use-store.ts";

/** Whether the planning is this browser's own or the team's; `unknown` until the server has answered. */
export function useSharingState(): ReturnType<Sharing["state"]> {
  const { sharing } = usePlanningEnvironment();
  return useStore(sharing.subscribe, sharing.state);
}

/** Where the planning's days begin. */
export function useClock(): WallClock {
  const { sharing } = usePlanningEnvironment();
  return useStore(sharing.subscribe, sharing.clock);
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
