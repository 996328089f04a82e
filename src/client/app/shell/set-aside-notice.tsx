import { useState } from "react";
import { useSetAsideValues } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import type { SetAsideAlertProps } from "./set-aside-alert.tsx";

const SetAsideAlert = lazyPart<SetAsideAlertProps>(async () => (await import("./set-aside-alert.tsx")).SetAsideAlert);

/** Reports that stored values could not be read, until the user dismisses it. */
export function SetAsideNotice() {
  const planningKeys = useSetAsideValues();
  const sessionKeys = useSession().setAside;
  const [notedCount, setNotedCount] = useState(0);
  const keys = [...sessionKeys, ...planningKeys];
  return keys.length > notedCount ? <SetAsideAlert keys={keys} onDismiss={() => setNotedCount(keys.length)} /> : null;
}
