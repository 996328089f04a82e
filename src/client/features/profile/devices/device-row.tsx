import { Monitor, Smartphone } from "lucide-react";
import { useId, useState } from "react";
import { dateOf } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import type { OwnSession } from "#contract/sign-in/own-sessions.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { deviceName, lastSeen, sessionText } from "#text/profile/sessions.ts";

interface DeviceRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

const MINUTE_MS = 60_000;
const HANDHELD: ReadonlySet<string | null> = new Set(["iPhone", "iPad", "Android"]);

/** One device. This device is left by signing out; others can be signed out here. */
export function DeviceRow({ session, onEnd }: DeviceRowProps) {
  const nameId = useId();
  const [now] = useState(Date.now);
  const seenAt = new Date(session.lastSeenAt);
  const minutes = (now - seenAt.getTime()) / MINUTE_MS;
  const Icon = HANDHELD.has(session.system) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-14 items-center gap-3 border-line py-1.5 not-first:border-t">
      <Icon className="text-ink-2" />
      <div className="min-w-0 grow">
        <p id={nameId} className="text-control wrap-anywhere">
          {deviceName(session)}
        </p>
        <p className="text-small text-ink-2">
          {session.isCurrent ? sessionText.thisDevice : lastSeen(minutes, fullDate(dateOf(seenAt)))}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button variant="quiet" size="compact" aria-describedby={nameId} onClick={onEnd}>
          {sessionText.end}
        </Button>
      )}
    </li>
  );
}
