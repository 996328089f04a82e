import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useReloads } from "#client/planning/team-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { EventRequests, type NewReplacement, type NewRequests } from "#contract/notifications/requests.ts";
import { type API, fillPath } from "#contract/paths.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { askingText } from "#text/event/asking.ts";
import { actionText } from "#text/phrases/actions.ts";

type RequestBody = NewRequests | NewReplacement;
type Address = typeof API.requests | typeof API.replacements;

/**
 * The requests to come to `event`. Loaded again when the event changes, when the server asks pages to reload events
 * (it does so after each request), when the page becomes visible, and when the connection returns.
 */
function useRequests(address: Address, event: PlannedEvent) {
  const [known, setKnown] = useState<EventRequests | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const call = useCall();
  const isOffline = useConnection()?.status === "offline";
  const subscribeToReloads = useReloads();
  const path = fillPath(address, event.id);
  /** Calls are numbered, so that a late response does not replace a newer one. */
  const countRef = useRef({ made: 0, shown: 0 });

  /** Loads or sends requests. Resolves with a sentence about why it failed; `null` if it succeeded. */
  const callServer = useCallback(
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

  const reload = useCallback(async () => setProblem(await callServer("GET")), [callServer]);

  useEffect(() => {
    function reloadIfVisible(): void {
      if (document.visibilityState === "visible" && !isOffline) void reload();
    }
    reloadIfVisible();
    document.addEventListener("visibilitychange", reloadIfVisible);
    const unsubscribe = subscribeToReloads(reloadIfVisible);
    return () => {
      document.removeEventListener("visibilitychange", reloadIfVisible);
      unsubscribe();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- loads again when the event changes
  }, [reload, isOffline, event, subscribeToReloads]);

  return {
    /** `null` until they are loaded. */
    known,
    /** Why loading failed; `null` if it did not. */
    problem,
    reload,
    ask: (body: RequestBody) => callServer("POST", body),
    stop: async () => {
      const { failure } = await call({ method: "DELETE", path });
      return failure ? failureSentence(failure) : callServer("GET");
    },
  };
}

/** The visible buttons that ask one person: those in a folded list do not count. */
function askButtons(area: HTMLElement | null): HTMLButtonElement[] {
  const buttons = area?.querySelectorAll<HTMLButtonElement>("button[data-ask]") ?? [];
  return [...buttons].filter((button) => button.checkVisibility());
}

/** The button that was pressed disappears once the person is asked. Then the focus moves to the next such button. */
function useAskFocus(pending: string | null) {
  const areaRef = useRef<HTMLDivElement>(null);
  const orderButtonRef = useRef<HTMLButtonElement>(null);
  const nextRef = useRef<number | "order" | null>(null);

  useLayoutEffect(() => {
    const next = nextRef.current;
    if (next === null || pending !== null) return;
    const buttons = askButtons(areaRef.current);
    const button = next === "order" ? undefined : buttons[next];
    (button ?? orderButtonRef.current ?? buttons.at(-1) ?? areaRef.current)?.focus();
    nextRef.current = null;
  }, [pending]);

  return {
    /** Around all buttons; gets the focus when none is left, so it needs `tabIndex={-1}`. */
    areaRef,
    /** The button under the list that starts or stops requests in order, if there is one. */
    orderButtonRef,
    /** Index of the focused button among those that ask one person; -1 if another element has the focus. */
    focusedIndex: () => askButtons(areaRef.current).findIndex((button) => button === document.activeElement),
    /** Focuses a button once nothing is pending: the one that then has this index, or the one of `orderButtonRef`. */
    moveTo: (next: number | "order") => void (nextRef.current = next),
  };
}

/** Sends requests to people to come to the event, or to take the user's place. Can also stop requests in order. */
export function useAsking(address: Address, event: PlannedEvent) {
  const { ask, stop, ...requests } = useRequests(address, event);
  const [pending, setPending] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [failure, setFailure] = useState<{ readonly sentence: string; readonly reason: string } | null>(null);
  const { areaRef, orderButtonRef, focusedIndex, moveTo } = useAskFocus(pending);

  /** @param pressed a person's id, `order` or `stop` */
  async function run(pressed: string, call: () => Promise<string | null>, done: string, failed: string): Promise<void> {
    const index = focusedIndex();
    setPending(pressed);
    setAnnouncement("");
    setFailure(null);
    const reason = await call();
    if (reason === null) {
      // If the pressed button was outside the list (index -1), the first one in it gets the focus.
      moveTo(pressed === "order" ? "order" : Math.max(index, 0));
      setAnnouncement(done);
    } else setFailure({ sentence: failed, reason });
    setPending(null);
  }

  return {
    ...requests,
    /** The person who is being asked, `order` or `stop`; `null`: nothing is under way. */
    pending,
    announcement,
    failure,
    areaRef,
    orderButtonRef,
    /** @param done announced once they are asked */
    askFor: (pressed: string, body: RequestBody, done: string) =>
      void run(pressed, () => ask(body), done, askingText.failed),
    stopAll: () => void run("stop", stop, askingText.stopped, askingText.stopFailed),
  };
}

interface AskingMessagesProps {
  readonly asking: Pick<ReturnType<typeof useAsking>, "failure" | "problem" | "reload" | "announcement">;
}

export function AskingMessages({ asking: { failure, problem, reload, announcement } }: AskingMessagesProps) {
  return (
    <>
      <div className="mt-3 empty:hidden">
        {failure ? <Alert detail={failure.reason}>{failure.sentence}</Alert> : null}
        {failure === null && problem !== null ? (
          <>
            <Alert detail={problem}>{askingText.loadFailed}</Alert>
            <Button size="compact" className="mt-2" onClick={() => void reload()}>
              {actionText.retry}
            </Button>
          </>
        ) : null}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
