import { startTransition, useActionState, useEffect, useId, useRef, useState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { layoutText } from "#text/shell/layout.ts";
import { sessionText, deviceName, lastSeen } from "#text/profile/profile.ts";
import { Monitor, Smartphone } from "lucide-react";
import { dateOf } from "#client/planning/today.ts";
import { type OwnSession, OwnSessions } from "#contract/sign-in/sessions.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { callApi } from "#client/http/call-api.ts";
import { API, fillPath } from "#contract/paths.ts";
import { useOwnList } from "../use-own-list.ts";

const GONE = "session.not_found";
const readSessions = () => callApi({ path: API.ownSessions, answer: OwnSessions });

/** The user's sessions. `end` and `endOthers` resolve with a sentence about why it failed, or `null`. */
function useOwnSessions() {
  const { state, reload, remove } = useOwnList(readSessions);
  return {
    state,
    reload,
    end: (id: string) =>
      remove({ path: fillPath(API.ownSession, id), gone: GONE, isKept: (session) => session.id !== id }),
    endOthers: () => remove({ path: API.ownSessions, gone: GONE, isKept: ({ isCurrent }) => isCurrent }),
  };
}

interface DeviceRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

const MINUTE_MS = 60_000;
const HANDHELD: ReadonlySet<string | null> = new Set(["iPhone", "iPad", "Android"]);

/** One device. This device is left by signing out; others can be signed out here. */
function DeviceRow({ session, onEnd }: DeviceRowProps) {
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

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "ended"; readonly sentence: string }
  | { readonly status: "failed"; readonly reason: string };

/** The id of one device; `null` for all others. */
type Target = string | null;

const NO_OUTCOME: Outcome = { status: "nothing" };

/** The devices on which the user is signed in, with buttons to sign them out. */
export function DeviceList() {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { state, reload, end, endOthers } = useOwnSessions();

  async function tryToEnd(_: Outcome, target: Target): Promise<Outcome> {
    const reason = await (target === null ? endOthers() : end(target));
    if (reason !== null) return { status: "failed", reason };
    return { status: "ended", sentence: target === null ? sessionText.othersEnded : sessionText.ended };
  }

  const [outcome, act, isPending] = useActionState(tryToEnd, NO_OUTCOME);
  const ended = useExpiringMessage(outcome.status === "ended" ? outcome : null);

  useEffect(() => {
    // The pressed button is gone with its row.
    if (outcome.status === "ended") titleRef.current?.focus();
  }, [outcome]);

  function handleEnd(target: Target): void {
    if (!isPending) startTransition(() => act(target));
  }

  const others = state.status === "ready" ? state.rows.filter(({ isCurrent }) => !isCurrent) : [];
  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 ref={titleRef} id={titleId} tabIndex={-1} className="text-name outline-none">
        {sessionText.title}
      </h3>
      <p className="text-small text-ink-2">{sessionText.limit}</p>
      {state.status === "loading" ? <Skeleton className="mt-2 h-11 rounded-control" /> : null}
      {state.status === "failed" ? (
        <div className="mt-2 flex flex-col items-start gap-2">
          <Alert detail={state.reason}>{sessionText.loadFailed}</Alert>
          <Button size="compact" onClick={() => void reload()}>
            {layoutText.retry}
          </Button>
        </div>
      ) : null}
      {state.status === "ready" ? (
        <ul aria-labelledby={titleId}>
          {state.rows.map((session) => (
            <DeviceRow key={session.id} session={session} onEnd={() => handleEnd(session.id)} />
          ))}
        </ul>
      ) : null}
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{sessionText.endFailed}</Alert> : null}
        <StatusMessage>{ended?.sentence}</StatusMessage>
      </div>
      {others.length > 1 ? (
        <Button size="compact" fullWidth className="mt-2" isPending={isPending} onClick={() => handleEnd(null)}>
          {sessionText.endOthers}
        </Button>
      ) : null}
    </section>
  );
}
