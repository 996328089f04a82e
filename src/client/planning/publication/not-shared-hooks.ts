import { useEffect, useState } from "react";
import { tryToStore } from "../../storage/browser-storage.ts";
import { usePlanningEnvironment } from "../planning-context.ts";
import { awaitSharing } from "../sharing.ts";

/** For a screen that shows that nothing is shared yet: polls the server every few seconds until something is. */
export function useAwaitSharing(isAwaited: boolean): void {
  const { sharing } = usePlanningEnvironment();
  useEffect(() => (isAwaited ? awaitSharing(sharing, document) : undefined), [isAwaited, sharing]);
}

/** Storage key: set once the user has read that the planning is only in this browser. */
const NOTICE_READ_KEY = "onlyHereNoticeRead";

/** For a planning that is only in this browser: whether to say so, and how to dismiss that. */
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
