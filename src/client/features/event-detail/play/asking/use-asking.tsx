import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useReloads } from "#client/planning/team-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { EventRequests, type NewReplacement, type NewRequests } from "#contract/notifications/requests.ts";
import { type API, fillPath } from "#contract/paths.ts";
import { timeZoneNamed, type WallTime, wallTimeAt } from "#domain/calendar/time-zone.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";

type RequestBody = NewRequests | NewReplacement;
type Address = typeof API.requests | typeof API.replacements;

/** The requests of an event, with the team's wall clock. */
export interface KnownRequests extends EventRequests {
  /** @param moment ISO 8601 */
  readonly wallTime: (moment: string) => WallTime;
}

/**
 * Who was asked to come to `event`. Loaded again when the event changes, when the server makes this page reload its events
 * (as it does after each request), when the page becomes visible, and when the connection is back.
 */
function useRequests(address: Address, event: PlannedEvent) {
  const [known, setKnown] = useState<EventRequests | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const call = useCall();
  const isOffline = useConnection()?.status === "offline";
  const subscribeToReloads = useReloads();
  const path = fillPath(address, event.id);
  const { timeZone } = useClock();
  /** Calls are numbered, so that a late response does not replace a newer one. */
  const countRef = useRef({ made: 0, shown: 0 });

  /** Resolves with a sentence about why it failed; `null` if it succeeded. */
  const exchange = useCallback(
    async (method: "GET" | "POST", body?: RequestBody): Promise<string | null> => {
      const count = countRef.current;
      count.made += 1;
      const number = count.made;
      const { failure, value } = await call({ method, path, response: EventRequests, ...(body && { body }) });
      if (failure) return failureSentence(failure);
      if (number > count.shown) {
        count.shown = number;
        setKnown(value);
      }
      return null;
    },
    [path, call],
  );

  const reload = useCallback(async () => setProblem(await exchange("GET")), [exchange]);

  useEffect(() => {
    function reloadIfVisible(): void {
      if (document.visibilityState === "visible" && !isOffline) void reload();
    }
    reloadIfVisible();
    document.addEventListener("visibilitychange", reloadIfVisible);
    const stop = subscribeToReloads(reloadIfVisible);
    return () => {
      document.removeEventListener("visibilitychange", reloadIfVisible);
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a changed event is what makes it reload
  }, [reload, isOffline, event, subscribeToReloads]);

  return {
    /** `null` until they are loaded. */
    known: known && { ...known, wallTime: (moment: string) => wallTimeAt(Date.parse(moment), timeZoneNamed(timeZone)) },
    /** Why loading failed; `null` if it did not. */
    problem,
    reload,
    ask: (body: RequestBody) => exchange("POST", body),
    stop: async () => {
      const { failure } = await call({ method: "DELETE", path });
      return failure ? failureSentence(failure) : exchange("GET");
    },
  };
}

/** The visible buttons that ask one person: those in a folded list do not count. */
function askButtons(area: HTMLElement | null): HTMLButtonElement[] {
  const buttons = area?.querySelectorAll<HTMLButtonElement>("button[data-ask]") ?? [];
  return [...buttons].filter((button) => button.checkVisibility());
}

/** A button that asked somebody goes away, so the focus moves to the next one. */
function useAskFocus(pending: string | null) {
  const areaRef = useRef<HTMLDivElement>(null);
  const lastRef = useRef<HTMLButtonElement>(null);
  const nextRef = useRef<number | "last" | null>(null);

  useLayoutEffect(() => {
    const next = nextRef.current;
    if (next === null || pending !== null) return;
    const buttons = askButtons(areaRef.current);
    const button = next === "last" ? undefined : buttons[next];
    (button ?? lastRef.current ?? buttons.at(-1) ?? areaRef.current)?.focus();
    nextRef.current = null;
  }, [pending]);

  return {
    /** Around all buttons; gets the focus when none is left, so it needs `tabIndex={-1}`. */
    areaRef,
    /** The button under the list, if there is one. */
    lastRef,
    /** Index of the focused button among those that ask one person; negative if it is not one of them. */
    focusedIndex: () => askButtons(areaRef.current).findIndex((button) => button === document.activeElement),
    /** Once nothing is pending, focuses the button that is then at `index`, or the button of `lastRef`. */
    moveTo: (index: number | "last") => void (nextRef.current = index),
  };
}

interface Words {
  readonly done: string;
  readonly failed: string;
}

/** Asks people to come to the event, or to take the user's place. Can also stop asking. */
export function useAsking(address: Address, event: PlannedEvent) {
  const { ask, stop, ...requests } = useRequests(address, event);
  const [pending, setPending] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<{ readonly sentence: string; readonly reason: string } | null>(null);
  const { areaRef, lastRef, focusedIndex, moveTo } = useAskFocus(pending);

  /** @param pressed a person's id, `order` or `stop` */
  async function run(pressed: string, call: () => Promise<string | null>, { done, failed }: Words): Promise<void> {
    const index = focusedIndex();
    setPending(pressed);
    setSaid("");
    setFailure(null);
    const reason = await call();
    if (reason === null) {
      // After a button outside the list, the first one in it takes the focus. After `order`, the button under the list.
      moveTo(pressed === "order" ? "last" : Math.max(index, 0));
      setSaid(done);
    } else setFailure({ sentence: failed, reason });
    setPending(null);
  }

  return {
    ...requests,
    /** The person who is being asked, `order` or `stop`; `null`: nothing is under way. */
    pending,
    /** What was done, for a screen reader. */
    said,
    failure,
    areaRef,
    lastRef,
    askFor: (pressed: string, body: RequestBody, words: Words) => void run(pressed, () => ask(body), words),
    stopAll: (words: Words) => void run("stop", stop, words),
  };
}

interface AskingMessagesProps {
  readonly asking: Pick<ReturnType<typeof useAsking>, "failure" | "problem" | "reload" | "said">;
  readonly loadFailed: string;
}

/** What went wrong, with its reason; and for a screen reader what was done. */
export function AskingMessages({ asking: { failure, problem, reload, said }, loadFailed }: AskingMessagesProps) {
  return (
    <>
      <div className="mt-3 empty:hidden">
        {failure ? <Alert detail={failure.reason}>{failure.sentence}</Alert> : null}
        {failure === null && problem !== null ? (
          <>
            <Alert detail={problem}>{loadFailed}</Alert>
            <Button size="compact" className="mt-2" onClick={() => void reload()}>
              {actionText.retry}
            </Button>
          </>
        ) : null}
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
