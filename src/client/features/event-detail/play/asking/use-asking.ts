import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { EventRequests, type NewReplacement, type NewRequests } from "#contract/notifications/requests.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askingText } from "#text/event/asking.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useReloads } from "#client/planning/team-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { timeZoneNamed, type WallTime, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { failureSentence } from "#text/errors/errors.ts";

interface AskFocus {
  /** Around all buttons; gets the focus when none is left, so it needs `tabIndex={-1}`. */
  readonly areaRef: RefObject<HTMLDivElement | null>;
  /** The button under the list, if there is one. */
  readonly lastRef: RefObject<HTMLButtonElement | null>;
  /** The place of the focused button among those that ask one person; negative if it is not one of them. */
  readonly placeOfFocus: () => number;
  /** Once nothing is pending, focuses the button that is then at `place`, or the last one. */
  readonly moveTo: (place: number) => void;
}

/** The buttons that ask one person, but for those in a folded list. */
function askButtons(area: HTMLElement | null): HTMLButtonElement[] {
  const buttons = area?.querySelectorAll<HTMLButtonElement>("button[data-ask]") ?? [];
  return [...buttons].filter((button) => button.checkVisibility());
}

/** A button that asked somebody goes away, so the focus moves to the next one. */
export function useAskFocus(pending: string | null): AskFocus {
  const areaRef = useRef<HTMLDivElement>(null);
  const lastRef = useRef<HTMLButtonElement>(null);
  const placeRef = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (placeRef.current === null || pending !== null) return;
    const buttons = askButtons(areaRef.current);
    (buttons[placeRef.current] ?? lastRef.current ?? buttons.at(-1) ?? areaRef.current)?.focus();
    placeRef.current = null;
  }, [pending]);

  return {
    areaRef,
    lastRef,
    placeOfFocus: () => askButtons(areaRef.current).findIndex((button) => button === document.activeElement),
    moveTo(place) {
      placeRef.current = place;
    },
  };
}

/** The requests of an event, with the team's wall clock. */
export interface KnownRequests extends EventRequests {
  /** Of a moment in ISO 8601. */
  readonly wallTime: (moment: string) => WallTime;
}

interface RequestsHook<Wanted> {
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
function useRequests(event: PlannedEvent): RequestsHook<NewRequests> {
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

interface Failure {
  readonly sentence: string;
  readonly reason: string;
}

interface AskingHook extends Pick<RequestsHook<NewRequests>, "known" | "problem" | "reload"> {
  /** The person who is being asked, `order` or `stop`; `null`: nothing is under way. */
  readonly pending: string | null;
  /** What was done, for a screen reader. */
  readonly said: string;
  readonly failure: Failure | null;
  readonly askFor: (name: string, wanted: NewRequests, said: string) => Promise<void>;
  readonly stopAll: () => Promise<void>;
  /** Around all buttons. */
  readonly areaRef: RefObject<HTMLDivElement | null>;
  /** The button under the list. */
  readonly lastRef: RefObject<HTMLButtonElement | null>;
}

/** Asks people and stops asking. */
export function useAsking(event: PlannedEvent): AskingHook {
  const { known, problem, reload, ask, stop } = useRequests(event);
  const [pending, setPending] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const { areaRef, lastRef, placeOfFocus, moveTo } = useAskFocus(pending);

  async function run(name: string, call: () => Promise<string | null>, done: string, sentence: string): Promise<void> {
    const place = placeOfFocus();
    setPending(name);
    setSaid("");
    setFailure(null);
    const reason = await call();
    if (reason === null) {
      // A press on the last button has another one in its place, or the first of the list.
      moveTo(name === "order" ? Infinity : Math.max(place, 0));
      setSaid(done);
    } else setFailure({ sentence, reason });
    setPending(null);
  }

  return {
    known,
    problem,
    reload,
    pending,
    said,
    failure,
    areaRef,
    lastRef,
    askFor: (name, wanted, done) => run(name, () => ask(wanted), done, askingText.failed),
    stopAll: () => run("stop", stop, askingText.stopped, askingText.stopFailed),
  };
}
