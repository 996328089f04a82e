import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useReloads } from "#client/planning/team-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { EventRequests, type NewReplacement, type NewRequests } from "#contract/notifications/requests.ts";
import { API, fillPath } from "#contract/paths.ts";
import { timeZoneNamed, type WallTime, wallTimeAt } from "#domain/calendar/time-zone.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { failureSentence } from "#text/errors/errors.ts";

/** The requests of an event, with the team's wall clock. */
export interface KnownRequests extends EventRequests {
  /** Of a moment in ISO 8601. */
  readonly wallTime: (moment: string) => WallTime;
}

export interface RequestsHook<Wanted> {
  /** `null` until they are loaded. */
  readonly known: KnownRequests | null;
  /** Why loading failed; `null` if it did not. */
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
  /** Each resolves with a sentence about why it failed; `null` if it succeeded. */
  readonly ask: (wanted: Wanted) => Promise<string | null>;
  readonly stop: () => Promise<string | null>;
}

/**
 * Who was asked to come to `event`. Read again when the event changes, when the server has this page read its events
 * again, as it does after each request, when the page becomes visible, and when the connection is back.
 */
export function useRequests(event: PlannedEvent): RequestsHook<NewRequests> {
  return useRequestsAt(API.requests, event);
}

/** The same of those whom the reader asked to take their place. */
export function useReplacements(event: PlannedEvent): RequestsHook<NewReplacement> {
  return useRequestsAt(API.replacements, event);
}

function useRequestsAt<Wanted>(
  address: typeof API.requests | typeof API.replacements,
  event: PlannedEvent,
): RequestsHook<Wanted> {
  const [known, setKnown] = useState<EventRequests | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const recheckAfter = useRecheckAfter();
  const isOffline = useConnection()?.status === "offline";
  const subscribeToReloads = useReloads();
  const path = fillPath(address, event.id);
  const { timeZone } = useClock();
  /** Calls are counted: the answer to an earlier one does not replace that of a later one. */
  const countRef = useRef({ made: 0, shown: 0 });

  const call = useCallback(
    async (method: "GET" | "POST", body?: Wanted): Promise<string | null> => {
      const count = countRef.current;
      count.made += 1;
      const own = count.made;
      const reading = callApi({ method, path, answer: EventRequests, ...(body && { body }) });
      const failure = await failureOf(reading);
      if (failure === null) {
        const read = await reading;
        if (own < count.shown) return null;
        count.shown = own;
        setKnown(read);
        return null;
      }
      recheckAfter(failure);
      return failureSentence(failure);
    },
    [path, recheckAfter],
  );

  const reload = useCallback(async () => setProblem(await call("GET")), [call]);

  useEffect(() => {
    function look(): void {
      if (document.visibilityState === "visible" && !isOffline) void reload();
    }
    look();
    document.addEventListener("visibilitychange", look);
    const stop = subscribeToReloads(look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a changed event is what makes it look again
  }, [reload, isOffline, event, subscribeToReloads]);

  return {
    known: known && { ...known, wallTime: (moment) => wallTimeAt(Date.parse(moment), timeZoneNamed(timeZone)) },
    problem,
    reload,
    ask: (wanted) => call("POST", wanted),
    async stop() {
      const failure = await failureOf(callApi({ method: "DELETE", path }));
      if (failure === null) return call("GET");
      recheckAfter(failure);
      return failureSentence(failure);
    },
  };
}
