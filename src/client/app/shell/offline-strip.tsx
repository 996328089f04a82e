import { CloudOff, Hourglass } from "lucide-react";
import { useEffect, useRef } from "react";
import { connectionText, unsentAnswers } from "#text/shell/connection.ts";
import { useReloadPeople } from "../../people/people-hooks.ts";
import { useConnection } from "../../planning/planning-hooks.ts";

/** Users may have changed while the device was offline, so the user list is reloaded afterwards. */
function useReloadOnReturn(isOffline: boolean): void {
  const reload = useReloadPeople();
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) void reload();
    wasOffline.current = isOffline;
  }, [isOffline, reload]);
}

/** Shown under the header while the server is unreachable, with the number of waiting changes. */
export function OfflineStrip() {
  const connection = useConnection();
  const isOffline = connection?.status === "offline";
  useReloadOnReturn(isOffline);
  return (
    <div
      className={
        isOffline
          ? "sticky top-0 z-10 border-b border-line bg-unanswered-soft text-unanswered max-md:[@media(height>=30rem)]:top-14"
          : undefined
      }
    >
      <div className="mx-auto flex max-w-[1440px] flex-wrap justify-between gap-x-4 px-4 text-small lg:px-6">
        {/* The count changes with each answer, which has its own announcement. So only the state is announced. */}
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
