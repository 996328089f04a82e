import { useEffect } from "react";
import type { LostGroup } from "../../planning/selected-group.ts";
import { optionalPart } from "../../ui/page/lazy-part.tsx";
import { Notice } from "../../ui/surfaces/message.tsx";
import { eventIdIn, PAGES } from "../../pages.ts";
import { lostGroup } from "./lost-group.ts";
import { wantedEvent } from "./wanted-event.ts";
import { useStore } from "../../storage/use-store.ts";
import { usePagePath } from "./use-page-path.ts";

// Few visits show one of them.
const WantedEvent = optionalPart<{ readonly eventId: string }>(
  async () => (await import("./place-sentences.tsx")).WantedEvent,
);
const LossSentence = optionalPart<{ readonly lost: LostGroup }>(
  async () => (await import("./place-sentences.tsx")).LossSentence,
);

/** « Vous veniez pour »: offers, after sign-in, the event whose page was opened while signed out. */
export function WantedEventNotice() {
  const path = usePagePath();
  const eventId = useStore(wantedEvent.subscribe, wantedEvent.id);
  useEffect(() => {
    if (eventId !== null && eventIdIn(path) === eventId) wantedEvent.forget();
  }, [path, eventId]);
  if (eventId === null || (path !== PAGES.home && path !== PAGES.groupChoice)) return null;
  return <WantedEvent eventId={eventId} />;
}

/** Explains on the choice of a group why the selected group is gone. */
export function LostGroupLine() {
  const path = usePagePath();
  const lost = useStore(lostGroup.subscribe, lostGroup.get);
  useEffect(
    () => () => {
      if (path === PAGES.groupChoice) lostGroup.set(null);
    },
    [path],
  );
  return (
    <div aria-live="polite">
      {lost !== null && path === PAGES.groupChoice ? (
        <div className="mx-auto mb-4 w-full max-w-[560px] md:max-w-[626px]">
          <Notice>
            <LossSentence lost={lost} />
          </Notice>
        </div>
      ) : null}
    </div>
  );
}
