import { useId } from "react";
import { Link } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import {
  byWhom,
  cameForEvent,
  arrivalText,
  selectedGroupDeleted,
  selectedGroupNotShared,
} from "#text/shell/notices.ts";
import { useEntrusted } from "../../family/entrusted-hooks.ts";
import { eventPage, PAGES } from "../../pages.ts";
import { usePeople } from "../../people/people-hooks.ts";
import { useChooseGroup } from "../../planning/membership/choosing-group.ts";
import { useEvent, useNeed } from "../../planning/planning-hooks.ts";
import type { LostGroup } from "../../planning/selected-group.ts";
import { useDeleter } from "../../planning/team-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { usePagePath } from "./arrival.tsx";
import { wantedEvent } from "./pending-notices.ts";

function EventOffer({ event }: { readonly event: PlannedEvent }) {
  const titleId = useId();
  const path = usePagePath();
  const chooseGroup = useChooseGroup(useUser().id, useEntrusted().length > 0);

  function handleUse(): void {
    chooseGroup(event.groupId);
    wantedEvent.forget();
  }

  return (
    <section
      aria-labelledby={titleId}
      className={`mx-auto mb-4 rounded-card bg-primary-soft px-4 pt-2 pb-1 print:hidden ${path === PAGES.groupChoice ? "group-choice" : "w-full"}`}
    >
      <h2 id={titleId} className="pt-1 text-small text-ink-2">
        {arrivalText.cameFor}
      </h2>
      <Link
        href={eventPage(event.id)}
        onClick={handleUse}
        className="flex min-h-11 items-center pt-1 pb-2 text-name wrap-anywhere text-primary underline underline-offset-4"
      >
        {cameForEvent(event)}
      </Link>
    </section>
  );
}

/** Offers the event whose address the user opened before signing in. Renders nothing if it does not exist. */
export function WantedEvent({ eventId }: { readonly eventId: string }) {
  useNeed({ type: "event", eventId });
  const event = useEvent(eventId);
  return event ? <EventOffer event={event} /> : null;
}

/** Says why the selected group is missing, and who deleted it. */
export function LossSentence({ lost }: { readonly lost: LostGroup }) {
  const group = lost.reason === "unknown" ? null : lost.group;
  const deleterId = useDeleter({ groupId: group?.id ?? "" });
  const by = byWhom(deleterId, useUser().id, usePeople());
  if (group === null) return <span>{arrivalText.groupUnknown}</span>;
  return (
    <span>
      {lost.reason === "not_shared" ? selectedGroupNotShared(group.name) : selectedGroupDeleted(group.name, by)}
    </span>
  );
}
