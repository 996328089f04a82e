import { CloudOff, Hourglass } from "lucide-react";
import { useEffect, useRef } from "react";
import { connectionText, unsentAnswers } from "#text/connection.ts";
import { useReloadPeople } from "../people/people-hooks.ts";
import { useConnection } from "../planning/planning-hooks.ts";

/** People come and go while a device is offline: once it is back, who they are is asked again. */
function useReloadOnReturn(isOffline: boolean): void {
  const reload = useReloadPeople();
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) void reload();
    wasOffline.current = isOffline;
  }, [isOffline, reload]);
}

/** Under the header while the server cannot be reached: that it is so, and how much waits for it. */
export function OfflineStrip() {
  const connection = useConnection();
  const isOffline = connection?.status === "offline";
  useReloadOnReturn(isOffline);
  return (
    <div className={isOffline ? "sticky top-0 z-10 border-b border-line bg-none-soft text-none" : undefined}>
      <div className="mx-auto flex max-w-[1440px] flex-wrap justify-between gap-x-4 px-4 text-small lg:px-6">
        {/* The count changes with each answer, which says so itself: only the state is announced. */}
        <div aria-live="polite">
          {isOffline ? (
            <p role="status" className="flex items-center gap-2 py-2 font-semibold">
              <CloudOff className="size-[17px]" />
              {connectionText.offline}
            </p>
          ) : null}
        </div>
        {isOffline && connection.unsent > 0 ? (
          <p className="flex items-center gap-2 py-2">
            <Hourglass className="size-4" />
            {unsentAnswers(connection.unsent)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
