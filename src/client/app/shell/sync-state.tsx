import { CloudCheck, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { connectionText, unsentAnswers } from "#text/shell/connection.ts";
import { useConnection, usePlanningStatus } from "../../planning/planning-hooks.ts";

/** Changes sent faster than this are not shown as waiting. */
const CALM_MS = 1_000;

/** `count` once it has been above zero for a while; zero at once. */
function useLasting(count: number): number {
  const [hasLasted, setHasLasted] = useState(false);
  const isAny = count > 0;
  useEffect(() => {
    if (!isAny) return;
    const timer = setTimeout(() => setHasLasted(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isAny]);
  return hasLasted ? count : 0;
}

/** Shows whether the shared planning is up to date on this device, while the server is reachable. */
export function SyncState() {
  const connection = useConnection();
  const isReady = usePlanningStatus() === "ready";
  const unsent = useLasting(connection?.unsent ?? 0);
  const isShown = isReady && connection?.status === "online";
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-small whitespace-nowrap text-ink-2">
      {isShown ? (
        <>
          {unsent === 0 ? <CloudCheck className="size-[17px]" /> : <RefreshCw className="size-4" />}
          {unsent === 0 ? connectionText.upToDate : unsentAnswers(unsent)}
        </>
      ) : null}
    </span>
  );
}
