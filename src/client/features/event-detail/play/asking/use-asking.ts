import { type RefObject, useState } from "react";
import type { NewRequests } from "#contract/notifications/requests.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askingText } from "#text/event/asking.ts";
import { useAskFocus } from "./use-ask-focus.ts";
import { type RequestsHook, useRequests } from "./use-requests.ts";

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
